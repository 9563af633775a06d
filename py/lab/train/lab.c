/* All of the lab's C code but that of races.c, as one library. */

#include "selfplay.c"

#include "rollouts.c"
#include "sisters.c"
