/* Moves on a board, the inputs of a net, and the kinds of positions, for the CPU and the GPU.

   Rule kept: the inputs are those of backgammon/engine/features.py, whose tables are passed in; only the joining is
   repeated here, and a test checks that both give the same bytes.  A board is 26 signed bytes seen by the player on roll
   (see features.py). */

#ifndef DEVICE /* gpu/kernels.cu defines both for the device: code that runs there, data that is stored there */
#define DEVICE static inline
#define TABLES static
#endif

typedef int8_t board_t[26];

enum { INPUTS = 271, ROW = 288, RACE = 240, OUTPUTS = 5, LAST = 8 };

/* ---------------------------------------------------------------- random numbers (splitmix64) */

DEVICE uint64_t draw(uint64_t *state) {
    uint64_t z = (*state += 0x9e3779b97f4a7c15ull);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
}

DEVICE int below(uint64_t *state, int n) { return (int)(((draw(state) >> 32) * (uint64_t)n) >> 32); }

DEVICE float unit(uint64_t *state) { return (float)(draw(state) >> 40) * 0x1p-24f; }

/* ---------------------------------------------------------------- plays */

DEVICE int step(int8_t *board, int from, int die, int highest) {
    int to = from - die;
    if (to > 0) {
        if (board[to] < -1) return 0;
        board[from]--;
        if (board[to] == -1) {
            board[to] = 1;
            board[0]--;
        } else
            board[to]++;
        return 1;
    }
    if (highest > 6 || (to < 0 && highest > from)) return 0;
    board[from]--;
    return 1;
}

DEVICE void turn(int8_t *out, const int8_t *board) {
    for (int i = 0; i < 26; i++) out[i] = (int8_t)-board[25 - i];
}

DEVICE int own_left(const int8_t *board) {
    int n = 0;
    for (int i = 1; i < 26; i++) n += board[i] > 0 ? board[i] : 0;
    return n;
}

DEVICE int opponent_left(const int8_t *board) {
    int n = 0;
    for (int i = 0; i < 25; i++) n -= board[i] < 0 ? board[i] : 0;
    return n;
}

/* What the player who has just borne off the last checker wins: 1, 2 or 3 (the board is seen by that player). */
DEVICE int stake(const int8_t *board) {
    if (opponent_left(board) < 15) return 1;
    for (int i = 0; i <= 6; i++)
        if (board[i] < 0) return 3;
    return 2;
}

DEVICE int count_bits(uint64_t bits) {
#ifdef __CUDA_ARCH__
    return __popcll(bits);
#else
    return __builtin_popcountll(bits);
#endif
}

/* The index of the lowest bit that is set. */
DEVICE int lowest(uint32_t bits) {
#ifdef __CUDA_ARCH__
    return __ffs((int)bits) - 1;
#else
    return __builtin_ctz(bits);
#endif
}

/* The number of bits up to and including the highest that is set. */
DEVICE int width(uint32_t bits) {
#ifdef __CUDA_ARCH__
    return 32 - __clz((int)bits);
#else
    return bits ? 32 - __builtin_clz(bits) : 0;
#endif
}

/* ---------------------------------------------------------------- inputs */

TABLES struct {
    const uint8_t *point;
    const uint64_t *near, *far;
    const uint8_t *prime, *held, *count, *contact, *anchor, *pips, *lead, *off, *time;
} T;

typedef struct {
    uint32_t any, made;
    int pips, time, left;
} side_t;

DEVICE void see(side_t *side, int index, int count) {
    side->any |= 1u << index;
    if (count >= 2 && index <= 24) side->made |= 1u << index;
    side->pips += index * count;
    side->left += count;
    if (index <= 6)
        side->time += count > 2 ? (count - 2) * (index - 1) : 0;
    else if (index <= 18)
        side->time += count * (index - 4);
}

/* A mask of points in the opponent's numbering. */
DEVICE uint32_t turned(uint32_t mask) {
#ifdef __CUDA_ARCH__
    return __brev(mask) >> 6;
#else
    mask = (mask & 0x55555555u) << 1 | (mask >> 1 & 0x55555555u);
    mask = (mask & 0x33333333u) << 2 | (mask >> 2 & 0x33333333u);
    mask = (mask & 0x0f0f0f0fu) << 4 | (mask >> 4 & 0x0f0f0f0fu);
    return __builtin_bswap32(mask) >> 6;
#endif
}

DEVICE uint8_t *put(uint8_t *row, const uint8_t *table, int entry, int size) {
    memcpy(row, table + entry * size, (size_t)size);
    return row + size;
}

DEVICE uint8_t *shots(uint8_t *row, uint32_t hitters, uint32_t blots, uint32_t blocks) {
    uint64_t once = 0, twice = 0, deep = 0;
    if (hitters >> 25) hitters = 1u << 25;
    blots &= (1u << width(hitters) >> 1) - 1;
    for (; blots; blots &= blots - 1) {
        int above = lowest(blots) + 1;
        uint32_t reach = hitters >> above, wall = (blocks >> above & 63) << 6;
        uint64_t hits = T.near[(reach & 63) | wall] | T.far[(reach >> 6 & 63) | wall];
        twice |= once & hits;
        once |= hits;
        if (above > 13) deep |= hits;
    }
    row = put(row, T.count, count_bits(once), 2);
    row = put(row, T.count, count_bits(twice), 2);
    return put(row, T.count, count_bits(deep), 2);
}

DEVICE void encode(uint8_t *row, const int8_t *board) {
    side_t own = {0}, opponent = {0};
    row = put(row, T.point, -board[0], 4);
    for (int i = 1; i < 25; i++) {
        row = put(row, T.point, board[i] > 0 ? board[i] : 0, 4);
        row = put(row, T.point, board[i] < 0 ? -board[i] : 0, 4);
        if (board[i] > 0) see(&own, i, board[i]);
        if (board[i] < 0) see(&opponent, 25 - i, -board[i]);
    }
    row = put(row, T.point, board[25], 4);
    if (board[25]) see(&own, 25, board[25]);
    if (board[0]) see(&opponent, 25, -board[0]);
    row = shots(row, own.any, turned(opponent.any ^ opponent.made) & ~1u, turned(opponent.made));
    row = shots(row, opponent.any, turned(own.any ^ own.made) & ~1u, turned(own.made));
    int rear = width(own.any), opponent_rear = width(opponent.any);
    int passing = rear && opponent_rear ? rear + opponent_rear - 27 : 0;
    int lead = own.pips - opponent.pips;
    row = put(row, T.prime, own.made >> 1 & 4095, 12);
    row = put(row, T.prime, opponent.made >> 1 & 4095, 12);
    row = put(row, T.held, rear ? opponent.made >> (27 - rear) & 4095 : 0, 2);
    row = put(row, T.held, opponent_rear ? own.made >> (27 - opponent_rear) & 4095 : 0, 2);
    row = put(row, T.contact, passing < 0 ? passing + 51 : passing, 3);
    row = put(row, T.anchor, own.made >> 19 & 63, 3);
    row = put(row, T.anchor, opponent.made >> 19 & 63, 3);
    row = put(row, T.pips, own.pips, 4);
    row = put(row, T.pips, opponent.pips, 4);
    row = put(row, T.lead, lead < 0 ? lead + 751 : lead, 4);
    row = put(row, T.off, own.left, 3);
    row = put(row, T.off, opponent.left, 3);
    row = put(row, T.time, own.time, 2);
    put(row, T.time, opponent.time, 2);
}

/* ---------------------------------------------------------------- kinds of positions */

/* Kinds of positions that good play seldom reaches, and OTHER for the rest. */
enum { BACK_GAME, CRASHED, PRIMING, HOLDING, OTHER, KINDS };

DEVICE int is_crashed(const int8_t *side, int step) {
    int high = 0;
    for (int i = 3; i < 26; i++) high += side[i * step] * step > 0 ? side[i * step] * step : 0;
    return high <= 6;
}

/* The first kind that fits either player: two anchors and far behind; too few checkers to hold a board; four points in a
   row in front of an opposing checker; a point from 18 to 21, with no opposing checker in the home board or on the bar. */
DEVICE int kind_of(const int8_t *board) {
    side_t sides[2] = {{0}, {0}};
    for (int i = 1; i < 26; i++) {
        if (board[i] > 0) see(sides, i, board[i]);
        if (board[25 - i] < 0) see(sides + 1, i, -board[25 - i]);
    }
    int held = 0, primed = 0;
    for (int k = 0; k < 2; k++) {
        const side_t *x = sides + k, *y = sides + 1 - k;
        uint32_t four = x->made & x->made >> 1 & x->made >> 2 & x->made >> 3 & 0x3fc, theirs = turned(y->any);
        if (count_bits(x->made >> 19 & 63) > 1 && x->pips >= y->pips + 30) return BACK_GAME;
        for (; four; four &= four - 1) primed |= (theirs & (four ^ (four - 1)) >> 1) != 0;
        held |= (x->made >> 18 & 15) && !(theirs & 127);
    }
    if (is_crashed(board, 1) || is_crashed(board + 25, -1)) return CRASHED;
    return primed ? PRIMING : held ? HOLDING : OTHER;
}
