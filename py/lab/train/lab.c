/* All of the lab's C code except races.c, as one library. */

#include "selfplay.c"

#include "rollouts.c"
#include "sisters.c"
