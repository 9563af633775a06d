/* What `kernels.py` computes for each position on its own: plays, inputs, and the outputs of races.

   Rule kept: nvcc compiles it to kernels, a C++ compiler to loops, so that a machine without a GPU can test it; both read
   the rules, the inputs and the judge of races from the files that the CPU code uses.  Boards take 32 bytes here, of which
   26 are used; all arrays but those of the set-up are in device memory. */

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>

#ifdef __CUDACC__
#define DEVICE static __device__ inline
#define TABLES static __device__
template <typename F> static __global__ void each(long count, F work) {
    long i = blockIdx.x * (long)blockDim.x + threadIdx.x;
    if (i < count) work(i);
}
#define EACH(count, stream, ...)                                                                                           \
    if (count) each<<<(unsigned)(((count) + 127) / 128), 128, 0, (cudaStream_t)(stream)>>>(count, [=] __device__(long i) { __VA_ARGS__ })
#define HAND_OVER(symbol, value) cudaMemcpyToSymbol(symbol, &(value), sizeof(value))
#else
#define DEVICE static inline
#define TABLES static
#define EACH(count, stream, ...) for (long i = 0; (void)(stream), i < (count); i++) { __VA_ARGS__ }
#define HAND_OVER(symbol, value) memcpy(&(symbol), &(value), sizeof(value))
#endif

#include "../board.c"

#include "../sides.c"

#include "../quick.c"

enum { SIZE = 32, PLAYS = 256, KEPT = 8, LANES = 32, OWN = 280, OPPONENT = 281 };

/* ---------------------------------------------------------------- tables */

static void *on_device(const void *from, long size) {
#ifdef __CUDACC__
    void *to = NULL;
    if (cudaMalloc(&to, (size_t)size) || cudaMemcpy(to, from, (size_t)size, cudaMemcpyHostToDevice)) return NULL;
    return to;
#else
    return memcpy(malloc((size_t)size), from, (size_t)size);
#endif
}

/* The last fault of the device, or 0. */
extern "C" int fault(void) {
#ifdef __CUDACC__
    return (int)cudaDeviceSynchronize();
#else
    return 0;
#endif
}

/* Set the tables of features.py, with their sizes in bytes, in its order. */
extern "C" void set_tables(const void *const *tables, const long *sizes) {
    const void *there[sizeof T / sizeof(void *)];
    for (unsigned i = 0; i < sizeof T / sizeof(void *); i++) there[i] = on_device(tables[i], sizes[i]);
    HAND_OVER(T, there);
}

/* Set the tables that judge races (see native.set_races), and the number of floats in each. */
extern "C" void set_races(const float *const *tables, const long *sizes) {
    static float row[25][16][RACERS];
    const float *there[4];
    fill_rows(tables[0], row);
    for (int i = 0; i < 4; i++) there[i] = (const float *)on_device(tables[i], sizes[i] * (long)sizeof(float));
    const void *all[5] = {there[0], there[1], there[2], there[3], on_device(row, sizeof row)};
    HAND_OVER(R, all);
}

/* Set the net of the pruning net, with `units` hidden units; return the number it must have. */
extern "C" int set_quick(const float *net, int units) {
    static float row[26][COUNTS][QUICK];
    if (units != QUICK) return QUICK;
    quick_t quick = quick_of(net, row);
    quick.row = (const float(*)[COUNTS][QUICK])on_device(row, sizeof row);
    HAND_OVER(Q, quick);
    return QUICK;
}

/* ---------------------------------------------------------------- plays */

/* The plays of a roll as they are found, or, if `any` is set, one of them at random.  Some occur twice. */
typedef struct {
    int8_t *board; /* PLAYS of SIZE */
    int count, depth, least, over, any; /* plays of fewer dice than `least` do not count */
    uint64_t random;
} plays_t;

DEVICE void copy(int8_t *to, const int8_t *from) {
    for (int i = 0; i < SIZE / 8; i++) ((uint64_t *)to)[i] = ((const uint64_t *)from)[i];
}

DEVICE int same(const int8_t *a, const int8_t *b) {
    int differ = 0;
    for (int i = 0; i < SIZE / 8; i++) differ |= ((const uint64_t *)a)[i] != ((const uint64_t *)b)[i];
    return !differ;
}

/* Keep a play.  One that ends the game replaces all others; one that plays more dice replaces those with fewer. */
DEVICE void keep(plays_t *plays, const int8_t *board, int depth) {
    if (plays->over || depth < plays->depth || depth < plays->least) return;
    if (depth > plays->depth) plays->depth = depth, plays->count = 0;
    if (plays->any) {
        if (!below(&plays->random, ++plays->count)) copy(plays->board, board);
    } else if (!own_left(board)) {
        copy(plays->board, board);
        plays->count = plays->over = 1;
    } else if (plays->count < PLAYS)
        copy(plays->board + SIZE * plays->count++, board);
}

DEVICE int highest_of(const int8_t *board) {
    int highest = 25;
    while (highest > 0 && board[highest] <= 0) highest--;
    return highest;
}

/* All plays of the dice in this order; like `play_on` of selfplay.c, without recursion. */
DEVICE void play_out(plays_t *plays, const int8_t *board, const int *dice, int count) {
    alignas(8) int8_t at[5][SIZE];
    int from[5], highest[5], moved[5], d = 0;
    copy(at[0], board);
    from[0] = highest[0] = highest_of(board), moved[0] = 0;
    for (;;) {
        int8_t *now = at[d];
        if (d < count && from[d] > 0) {
            int p = from[d]--, tried = 0;
            if (now[p] > 0) {
                copy(at[d + 1], now);
                tried = step(at[d + 1], p, dice[d], highest[d]);
            }
            if (p == 25 && now[25] > 0) from[d] = 0;
            if (!tried) continue;
            moved[d++] = 1;
            int most = d < count && dice[d] == dice[d - 1] ? p : 25;
            highest[d] = highest_of(at[d]), moved[d] = 0;
            from[d] = most < highest[d] ? most : highest[d];
            continue;
        }
        if (!moved[d]) keep(plays, now, d);
        if (!d--) return;
    }
}

/* Find the plays of a roll; return their number, -1 if the game is over. */
DEVICE int plays_of(const int8_t *board, int a, int b, int any, uint64_t random, int8_t *out) {
    plays_t plays;
    int high = a > b ? a : b, low = a > b ? b : a, count = a == b ? 4 : 2;
    int dice[2][4] = {{high, low, high, high}, {low, high, low, low}};
    plays.board = out, plays.count = plays.over = plays.least = 0, plays.depth = -1, plays.any = any, plays.random = random;
    play_out(&plays, board, dice[0], count);
    if (a != b) { /* if only the higher number can be played, the lower may be played first only if both can be */
        plays.least = plays.depth == 1 ? 2 : 0;
        play_out(&plays, board, dice[1], count);
    }
    if (any) plays.count = 1, plays.over = !own_left(plays.board);
    return plays.over ? -1 : plays.count;
}

/* Choose the plays that look best, none of them `gap` behind the first, and flip them for the opponent; return their
   number. */
DEVICE int choose(const int8_t *plays, const float *look, int count, float gap, int8_t *out) {
    int best[KEPT], found = 0, kept = 0;
    for (int i = 0; i < count; i++) {
        int at = found < KEPT ? found : KEPT - 1, twice = 0;
        if (found == KEPT && look[i] <= look[best[at]]) continue;
        for (int k = 0; k < found; k++) twice |= look[best[k]] == look[i] && same(plays + SIZE * best[k], plays + SIZE * i);
        if (twice) continue;
        found = at + 1;
        for (; at && look[best[at - 1]] < look[i]; at--) best[at] = best[at - 1];
        best[at] = i;
    }
    for (; kept < found && look[best[kept]] >= look[best[0]] - gap; kept++) {
        alignas(8) int8_t next[SIZE] = {0};
        turn(next, plays + SIZE * best[kept]);
        copy(out + SIZE * kept, next);
    }
    return kept;
}

/* For each board and each roll a, b from `dice`, `rolls` per board, shared or not: the plays that look best, none of them
   `gap` behind the first, or, if `any` is set, one at random.  `out` has room for KEPT per roll, `plays` and `look` for
   PLAYS; `found` gets their number, -1 if the game is over. */
extern "C" void find_plays(const int8_t *boards, long count, const uint8_t *dice, int rolls, int shared, float gap,
                           const uint8_t *any, uint64_t seed, int8_t *plays, float *look, int16_t *found, int8_t *out,
                           void *stream) {
    EACH(count * rolls, stream, {
        const uint8_t *roll = dice + 2 * (shared ? i % rolls : i);
        uint64_t random = seed + (uint64_t)i * 0x632be59bd9b4e019ull;
        found[i] = (int16_t)plays_of(boards + i / rolls * SIZE, roll[0], roll[1], any && any[i], random, plays + i * PLAYS * SIZE);
    });
    EACH(count * rolls * LANES, stream, {
        long at = i / LANES * PLAYS;
        for (int k = (int)(i % LANES); k < found[i / LANES]; k += LANES) look[at + k] = quick_score(plays + (at + k) * SIZE);
    });
    EACH(count * rolls, stream, {
        if (found[i] < 0) look[i * PLAYS] = 0;
        int kept = choose(plays + i * PLAYS * SIZE, look + i * PLAYS, found[i] < 0 ? 1 : found[i], gap, out + i * KEPT * SIZE);
        if (found[i] >= 0) found[i] = (int16_t)kept;
    });
}

/* ---------------------------------------------------------------- inputs and races */

/* The rows of inputs; in each, at OWN and OPPONENT, the number of checkers on the board. */
extern "C" void encode_boards(const int8_t *boards, long count, uint8_t *rows, void *stream) {
    EACH(count, stream, {
        uint64_t row[ROW / 8] = {0};
        const int8_t *board = boards + i * SIZE;
        encode((uint8_t *)row, board);
        ((uint8_t *)row)[OWN] = (uint8_t)own_left(board), ((uint8_t *)row)[OPPONENT] = (uint8_t)opponent_left(board);
        for (int k = 0; k < ROW / 8; k++) ((uint64_t *)(rows + i * ROW))[k] = row[k];
    });
}

/* The outputs of races. */
extern "C" void judge_races(const int8_t *boards, long count, float *out, void *stream) {
    EACH(count, stream, { judge_race(boards + i * SIZE, out + i * OUTPUTS); });
}

/* The outputs of boards that end a game, for the loser. */
extern "C" void judge_ends(const int8_t *boards, long count, float *out, void *stream) {
    EACH(count, stream, {
        alignas(8) int8_t winner[SIZE] = {0};
        turn(winner, boards + i * SIZE);
        int points = stake(winner);
        for (int k = 0; k < OUTPUTS; k++) out[i * OUTPUTS + k] = 0;
        out[i * OUTPUTS + 3] = points > 1, out[i * OUTPUTS + 4] = points > 2;
    });
}

/* The kinds of positions, as `kind_of`. */
extern "C" void find_kinds(const int8_t *boards, long count, int8_t *kinds, void *stream) {
    EACH(count, stream, { kinds[i] = (int8_t)kind_of(boards + i * SIZE); });
}
