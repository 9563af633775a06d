/* The time-critical half of the lab: plays, self-play with temporal differences, and duels of nets.

   Rule kept: no globals except the tables, so that threads can play in parallel.

   A board is 26 signed bytes seen by the player on roll (see board.c).  Outputs are win, win gammon, win
   backgammon, lose gammon, lose backgammon, all as probabilities for the player on roll. */

#define _GNU_SOURCE
#include <immintrin.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "board.c"

#include "sides.c"

#include "quick.c"

typedef float lanes __attribute__((vector_size(32), aligned(4), may_alias));
#ifdef __AVX512F__
typedef float broad __attribute__((vector_size(64), aligned(4), may_alias));
enum { BROADS = 4 }; /* this many sums for each of TOGETHER positions fill the registers */
#else
typedef lanes broad;
enum { BROADS = 2 };
#endif
enum { BROAD = sizeof(broad) / sizeof(float) };

enum { PLAYS = 4096, LAYERS = 4, WIDEST = 1024, LONGEST = 2000 };

/* ---------------------------------------------------------------- plays */

static const board_t START = {0, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0};

typedef struct {
    int count, depth;
    uint16_t slot[2 * PLAYS];
    board_t board[PLAYS];
} plays_t;

static void keep(plays_t *plays, const int8_t *board, int depth) {
    if (depth < plays->depth || plays->count == PLAYS) return;
    if (depth > plays->depth) {
        memset(plays->slot, 0, sizeof plays->slot);
        plays->count = 0;
        plays->depth = depth;
    }
    uint64_t words[4] = {0};
    memcpy(words, board, 26);
    uint64_t hash = words[0] * 0x9e3779b97f4a7c15ull ^ words[1] * 0xc2b2ae3d27d4eb4full ^ words[2] * 0x165667b19e3779f9ull ^
                    words[3] * 0xd6e8feb86659fd93ull;
    unsigned at = (unsigned)((hash ^ hash >> 29) * 0xbf58476d1ce4e5b9ull >> 51);
    for (; plays->slot[at]; at = (at + 1) % (2 * PLAYS))
        if (!memcmp(plays->board[plays->slot[at] - 1], board, 26)) return;
    memcpy(plays->board[plays->count], board, 26);
    plays->slot[at] = (uint16_t)++plays->count;
}

static void play_on(plays_t *plays, const int8_t *board, const int *dice, int left, int depth, int from) {
    int highest = 25;
    while (highest > 0 && board[highest] <= 0) highest--;
    int moved = 0;
    if (left)
        for (int p = from < highest ? from : highest; p > 0; p--) {
            if (board[p] > 0) {
                board_t next;
                memcpy(next, board, 26);
                if (step(next, p, dice[0], highest)) {
                    moved = 1;
                    play_on(plays, next, dice + 1, left - 1, depth + 1, left > 1 && dice[1] == dice[0] ? p : 25);
                }
            }
            if (p == 25 && board[25] > 0) break;
        }
    if (!moved) keep(plays, board, depth);
}

/* All distinct boards after a roll, still seen by the player who moved; an unchanged board is a pass. */
static void generate(plays_t *plays, const int8_t *board, int a, int b) {
    plays->count = 0;
    plays->depth = -1;
    if (a == b) {
        int dice[4] = {a, a, a, a};
        play_on(plays, board, dice, 4, 0, 25);
        return;
    }
    int high[2] = {a > b ? a : b, a > b ? b : a}, low[2] = {high[1], high[0]};
    play_on(plays, board, high, 2, 0, 25);
    if (plays->depth == 1) { /* the higher number alone can be played: the lower may come first only if both are played */
        int single = plays->count;
        play_on(plays, board, low, 2, 0, 25);
        if (plays->depth == 1) plays->count = single;
        return;
    }
    play_on(plays, board, low, 2, 0, 25);
}

/* ---------------------------------------------------------------- the net

   The weights of a layer are stored by input, in rows of one float for each unit (the last layer: 8, of which 5 are used),
   followed by its biases.  The first layer takes the bytes of `encode` / 32; hidden units are rectified, and those of an
   int8 net also clamped to 0..1 and rounded. */

typedef struct {
    int count, hidden[LAYERS - 1]; /* hidden layers and their units */
    int levels, coarse;            /* units of `coarse` hidden layers are rounded to 1/levels, others to 1/65535; 0: not */
    int races;                     /* races are judged by their sides, as in play, not by the net */
} spec_t;

typedef struct {
    int layers, size[LAYERS + 1], weights, levels, coarse, races;
    size_t at[LAYERS];
} shape_t;

static shape_t shape_of(const spec_t *spec) {
    int count = spec->count;
    shape_t s = {.layers = count + 1, .size = {INPUTS}, .levels = spec->levels, .coarse = spec->coarse, .races = spec->races};
    for (int i = 0; i < count; i++) s.size[i + 1] = spec->hidden[i];
    s.size[count + 1] = LAST;
    for (int i = 0; i < s.layers; i++) {
        s.at[i] = (size_t)s.weights;
        s.weights += (s.size[i] + 1) * s.size[i + 1];
    }
    return s;
}

int count_weights(const spec_t *spec) { return shape_of(spec).weights; }

/* out = bias + in x w over the live inputs, for `count` vectors of outputs of one type, whose sums stay in registers */
#define SPREAD(name, vector)                                                                                              \
    static inline __attribute__((always_inline)) void name(const float *in, const uint16_t *live, int n, const float *w,   \
                                                           const float *bias, float *out, int size, int count) {           \
        vector sum[8];                                                                                                     \
        for (int j = 0; j < count; j++) sum[j] = ((const vector *)bias)[j];                                                \
        for (int i = 0; i < n; i++) {                                                                                      \
            float x = in[live[i]];                                                                                         \
            const vector *row = (const vector *)(w + (size_t)live[i] * (size_t)size);                                      \
            for (int j = 0; j < count; j++) sum[j] += x * row[j];                                                          \
        }                                                                                                                  \
        for (int j = 0; j < count; j++) ((vector *)out)[j] = sum[j];                                                       \
    }
SPREAD(spread, lanes)
SPREAD(spread_broad, broad)

static void dense(const float *in, const uint16_t *live, int n, const float *w, const float *bias, float *out, int size) {
    int j = 0;
    for (; j + 8 * BROAD <= size; j += 8 * BROAD) spread_broad(in, live, n, w + j, bias + j, out + j, size, 8);
    for (; j + 4 * BROAD <= size; j += 4 * BROAD) spread_broad(in, live, n, w + j, bias + j, out + j, size, 4);
    for (; j + 32 <= size; j += 32) spread(in, live, n, w + j, bias + j, out + j, size, 4);
    for (; j < size; j += 8) spread(in, live, n, w + j, bias + j, out + j, size, 1);
}

enum { TOGETHER = 6 }; /* positions evaluated at once */

/* The same for several positions: each row of weights is read once for all of them.  `live` lists the inputs that are above
   0 in any of them; `size` is a multiple of 64. */
static inline __attribute__((always_inline)) void spread_many(const float *const *in, const uint16_t *live, int n,
                                                              const float *w, const float *bias, float *const *out,
                                                              int size, int count) {
    for (int j = 0; j < size; j += BROADS * BROAD) {
        broad sum[TOGETHER][BROADS];
        for (int k = 0; k < count; k++)
            for (int v = 0; v < BROADS; v++) sum[k][v] = ((const broad *)(bias + j))[v];
        for (int i = 0; i < n; i++) {
            const broad *row = (const broad *)(w + (size_t)live[i] * (size_t)size + j);
            for (int k = 0; k < count; k++)
                for (int v = 0; v < BROADS; v++) sum[k][v] += in[k][live[i]] * row[v];
        }
        for (int k = 0; k < count; k++)
            for (int v = 0; v < BROADS; v++) ((broad *)(out[k] + j))[v] = sum[k][v];
    }
}

/* Turn `count` into a constant, so that all sums stay in registers. */
static void dense_many(const float *const *in, const uint16_t *live, int n, const float *w, const float *bias,
                       float *const *out, int size, int count) {
    switch (count) {
        case 2: spread_many(in, live, n, w, bias, out, size, 2); break;
        case 3: spread_many(in, live, n, w, bias, out, size, 3); break;
        case 4: spread_many(in, live, n, w, bias, out, size, 4); break;
        case 5: spread_many(in, live, n, w, bias, out, size, 5); break;
        default: spread_many(in, live, n, w, bias, out, size, TOGETHER);
    }
}

static uint16_t SET[256][8]; /* the indices of the bits set in a byte */

/* List which of eight units, starting with number `first`, are above 0; returns how many. */
static inline int list_live(uint16_t *live, __m256 x, int first) {
    int mask = _mm256_movemask_ps(_mm256_cmp_ps(x, _mm256_setzero_ps(), _CMP_GT_OQ));
    __m128i places = _mm_add_epi16(_mm_loadu_si128((const __m128i *)SET[mask]), _mm_set1_epi16((short)first));
    _mm_storeu_si128((__m128i *)live, places);
    return __builtin_popcount((unsigned)mask);
}

/* Clamp units to 0..`top`, and list those above 0; returns how many. */
static int rectify(const float *in, float *out, uint16_t *live, int size, float top) {
    const __m256 zero = _mm256_setzero_ps(), most = _mm256_set1_ps(top);
    int n = 0;
    for (int i = 0; i < size; i += 8) {
        __m256 x = _mm256_min_ps(_mm256_max_ps(_mm256_loadu_ps(in + i), zero), most);
        _mm256_storeu_ps(out + i, x);
        n += list_live(live + n, x, i);
    }
    return n;
}

/* List the units that are above 0 in any of several positions; returns how many. */
static int merge(const float *const *unit, int count, uint16_t *live, int size) {
    int n = 0;
    for (int i = 0; i < size; i += 8) {
        __m256 most = _mm256_loadu_ps(unit[0] + i);
        for (int k = 1; k < count; k++) most = _mm256_max_ps(most, _mm256_loadu_ps(unit[k] + i));
        n += list_live(live + n, most, i);
    }
    return n;
}

static void round_to(float *x, int size, float levels) {
    for (int i = 0; i < size; i++) x[i] = rintf(x[i] * levels) / levels;
}

typedef struct {
    float sum[LAYERS][WIDEST] __attribute__((aligned(64))), unit[LAYERS][WIDEST], out[LAST];
    uint16_t live[LAYERS][WIDEST + 8];
    int count[LAYERS], own, opponent; /* units above 0; checkers on the board */
} pass_t;

/* Set the tables of features.py, in its order; must be called before anything else. */
void set_tables(const void **tables) {
    memcpy(&T, tables, sizeof T);
    for (int mask = 0; mask < 256; mask++)
        for (int bit = 0, n = 0; bit < 8; bit++)
            if (mask >> bit & 1) SET[mask][n++] = (uint16_t)bit;
}

static void sum_first(const shape_t *s, const float *net, const uint8_t *row, float *sum) {
    float in[ROW];
    uint16_t live[ROW];
    int n = 0;
    for (int i = 0; i < INPUTS; i++)
        if (row[i]) {
            in[i] = (float)row[i] * (1.0f / 32);
            live[n++] = (uint16_t)i;
        }
    dense(in, live, n, net, net + (size_t)INPUTS * (size_t)s->size[1], sum, s->size[1]);
}

/* Update the sums of the first layer from one row to another: successive rows differ in few inputs. */
static void shift_first(const shape_t *s, const float *net, const uint8_t *from, const float *before, const uint8_t *to,
                        float *sum) {
    float in[ROW];
    uint16_t live[ROW];
    int n = 0;
    for (int block = 0; block < ROW; block += 8) {
        uint64_t a, b;
        memcpy(&a, from + block, 8);
        memcpy(&b, to + block, 8);
        for (uint64_t differ = a ^ b; differ;) {
            int k = __builtin_ctzll(differ) >> 3, i = block + k;
            differ &= ~(0xffull << (8 * k));
            in[i] = (float)(to[i] - from[i]) * (1.0f / 32);
            live[n++] = (uint16_t)i;
        }
    }
    dense(in, live, n, net, before, sum, s->size[1]);
}

/* Compute the layers after the first sums, and the outputs, of up to TOGETHER positions; impossible gammons are 0. */
static void finish(const shape_t *s, const float *net, pass_t *const *p, int count) {
    uint16_t live[WIDEST + 8];
    const float *in[TOGETHER];
    float *out[TOGETHER];
    for (int l = 1; l < s->layers; l++) {
        int size = s->size[l], above = s->size[l + 1];
        const float *w = net + s->at[l], *bias = w + (size_t)size * (size_t)above;
        for (int k = 0; k < count; k++) {
            p[k]->count[l] = rectify(p[k]->sum[l - 1], p[k]->unit[l], p[k]->live[l], size, s->levels ? 1 : 1e9f);
            if (s->levels) round_to(p[k]->unit[l], size, l <= s->coarse ? (float)s->levels : 65535);
            in[k] = p[k]->unit[l], out[k] = p[k]->sum[l];
        }
        if (count == 1 || above % 64) {
            for (int k = 0; k < count; k++) dense(in[k], p[k]->live[l], p[k]->count[l], w, bias, out[k], above);
            continue;
        }
        dense_many(in, live, merge(in, count, live, size), w, bias, out, above, count);
    }
    for (int k = 0; k < count; k++) {
        float *chance = p[k]->out;
        for (int o = 0; o < OUTPUTS; o++) chance[o] = 1 / (1 + expf(-p[k]->sum[s->layers - 1][o]));
        if (p[k]->opponent < 15) chance[1] = chance[2] = 0;
        if (p[k]->own < 15) chance[3] = chance[4] = 0;
    }
}

void set_races(const float *net, const float *mean, const float *miss, const float *chance) {
    static float row[25][16][RACERS];
    fill_rows(net, row);
    R.net = net, R.mean = mean, R.miss = miss, R.chance = chance;
    R.row = (const float(*)[16][RACERS])row;
}

/* The outputs of positions by the net, or of races by their sides if the spec says so; the first sums are given. */
static void judge(const shape_t *s, const float *net, pass_t *p, int count, const uint8_t *const *row,
                  const int8_t *const *board) {
    pass_t *open[TOGETHER];
    int n = 0;
    for (int k = 0; k < count; k++)
        if (s->races && row[k][RACE])
            judge_race(board[k], p[k].out);
        else {
            p[k].own = own_left(board[k]), p[k].opponent = opponent_left(board[k]);
            open[n++] = p + k;
        }
    if (n) finish(s, net, open, n);
}

static float equity(const float *out) { return 2 * out[0] - 1 + out[1] + out[2] - out[3] - out[4]; }

static void turn_outputs(float *to, const float *from) {
    to[0] = 1 - from[0];
    to[1] = from[3];
    to[2] = from[4];
    to[3] = from[1];
    to[4] = from[2];
}

/* Choose the best of the plays for the player who moves: `best` gets the board after it, turned for the opponent, `outputs`
   its outputs seen by the opponent, exact for a won game.  Returns the stake if the game is over, else 0. */
static int choose(const shape_t *s, const float *net, const plays_t *plays, int8_t *best, float *outputs, uint8_t *row) {
    uint8_t rows[TOGETHER][ROW] = {{0}};
    board_t next[TOGETHER];
    pass_t p[TOGETHER];
    const uint8_t *seen[TOGETHER];
    const int8_t *boards[TOGETHER];
    float least = 1e9f;
    for (int i = 0; i < plays->count; i++)
        if (own_left(plays->board[i]) == 0) {
            int points = stake(plays->board[i]);
            turn(best, plays->board[i]);
            memset(outputs, 0, sizeof(float) * OUTPUTS);
            outputs[3] = points > 1;
            outputs[4] = points > 2;
            return points;
        }
    for (int first = 0; first < plays->count; first += TOGETHER) {
        int count = plays->count - first < TOGETHER ? plays->count - first : TOGETHER;
        for (int k = 0; k < count; k++) {
            int last = (k ? k : TOGETHER) - 1;
            turn(next[k], plays->board[first + k]);
            encode(rows[k], next[k]);
            if (first + k == 0)
                sum_first(s, net, rows[k], p[k].sum[0]);
            else
                shift_first(s, net, rows[last], p[last].sum[0], rows[k], p[k].sum[0]);
            seen[k] = rows[k], boards[k] = next[k];
        }
        judge(s, net, p, count, seen, boards);
        for (int k = 0; k < count; k++) {
            float value = equity(p[k].out);
            if (value >= least) continue;
            least = value;
            memcpy(best, next[k], 26);
            memcpy(outputs, p[k].out, sizeof(float) * OUTPUTS);
            memcpy(row, rows[k], ROW);
        }
    }
    return 0;
}

/* ---------------------------------------------------------------- the pruning net

   A linear function of the first layer's units selects the plays of a roll that deserve the whole net.  It is trained on
   rolls whose plays are all evaluated, to predict how the plays compare; the best ones count most. */

enum { LOOKED = 8, AHEAD = 6, TAUGHT = 64, FRESH = 20000 };

/* Keep the `most` (up to LOOKED) plays that look best, best first, and drop the others. */
static void prune(const shape_t *s, const float *net, const float *quick, plays_t *plays, int most) {
    if (plays->count <= most) return;
    uint8_t rows[2][ROW] = {{0}};
    float sum[WIDEST] __attribute__((aligned(64))), least[LOOKED];
    int kept[LOOKED], found = 0;
    for (int i = 0; i < plays->count; i++) {
        board_t next;
        if (!own_left(plays->board[i])) return;
        turn(next, plays->board[i]);
        uint8_t *now = rows[i & 1], *last = rows[~i & 1];
        encode(now, next);
        if (s->races && now[RACE]) return;
        if (i == 0)
            sum_first(s, net, now, sum);
        else
            shift_first(s, net, last, sum, now, sum);
        float value = 0;
        for (int j = 0; j < s->size[1]; j++) value += quick[j] * (sum[j] > 0 ? sum[j] : 0);
        int at = found < most ? found++ : value < least[most - 1] ? most - 1 : -1;
        if (at < 0) continue;
        for (; at && least[at - 1] > value; at--) least[at] = least[at - 1], kept[at] = kept[at - 1];
        least[at] = value, kept[at] = i;
    }
    board_t best[LOOKED];
    for (int i = 0; i < most; i++) memcpy(best[i], plays->board[kept[i]], 26);
    memcpy(plays->board, best, 26 * (size_t)most);
    plays->count = most;
}

/* Learn from all plays of a roll: a gradient step on the squared errors, without what all errors have in common. */
static void teach_quick(const shape_t *s, const float *net, float *quick, const plays_t *plays) {
    if (plays->count <= LOOKED || plays->count > TAUGHT) return;
    float x[TAUGHT][WIDEST], value[TAUGHT], error[TAUGHT], share[TAUGHT], middle[WIDEST] = {0};
    float least = 1e9f, all = 0, mean = 0, norm = 0;
    uint8_t row[ROW] = {0};
    int size = s->size[1];
    pass_t p;
    for (int i = 0; i < plays->count; i++) {
        board_t next;
        int mine = own_left(plays->board[i]);
        if (!mine) return;
        turn(next, plays->board[i]);
        encode(row, next);
        if (s->races && row[RACE]) return;
        sum_first(s, net, row, p.sum[0]);
        p.own = own_left(next), p.opponent = mine;
        finish(s, net, (pass_t *[]){&p}, 1);
        memcpy(x[i], p.unit[1], sizeof(float) * (size_t)size);
        value[i] = equity(p.out);
        error[i] = -value[i];
        for (int j = 0; j < size; j++) error[i] += quick[j] * x[i][j];
        if (value[i] < least) least = value[i];
    }
    for (int i = 0; i < plays->count; i++) all += share[i] = expf((least - value[i]) / 0.1f);
    for (int i = 0; i < plays->count; i++) {
        share[i] /= all;
        mean += share[i] * error[i];
        for (int j = 0; j < size; j++) middle[j] += share[i] * x[i][j];
    }
    for (int i = 0; i < plays->count; i++)
        for (int j = 0; j < size; j++) x[i][j] -= middle[j], norm += share[i] * x[i][j] * x[i][j];
    for (int i = 0; i < plays->count; i++) {
        float step = 0.3f * share[i] * (error[i] - mean) / (norm + 1e-6f);
        for (int j = 0; j < size; j++) quick[j] -= step * x[i][j];
    }
}

/* ---------------------------------------------------------------- learning */

typedef struct {
    uint8_t row[ROW];
    float target[OUTPUTS];
    uint8_t own, opponent; /* checkers on the board */
} sample_t;

typedef struct {
    float rate, deep;           /* Adam's rate in the first layer; its share in the other layers */
    float lambda, mean, replay; /* trace; running mean's memory; trainings of each position */
    float wild;                 /* share of games in which players stray */
    float exact;                /* share of games whose positions learn from all 21 rolls, not just the one played */
    float carry;                /* the trace of those games */
    float midst;                /* share of games that begin in the middle of an earlier one, all kinds equally often */
    float back;                 /* but this share of those begin in back games */
    float limit;                /* the most a weight after the first layer may be, in RMS of its unit's weights; 0: any */
    float points;               /* the weight of the squared error in points relative to the cross-entropy */
    int games, batch, helpers; /* games to play; positions per step; threads that only play, and only in idle time */
} plan_t;

/* How many positions of each kind are kept, and how many are needed before games begin in them. */
enum { SPOTS = 4096, FEW = 64 };

typedef struct {
    shape_t s;
    float *net, *mean, *grad, *m, *v; /* weights, their running mean, gradient, Adam's moments */
    uint64_t random, steps, games, positions;
    double owed;
    sample_t *store;
    uint32_t stored, next, room;
    double loss;
    float quick[WIDEST]; /* the pruning net of the running mean; not in checkpoints, as it is relearned in seconds */
    int fresh;           /* rolls it has learned from, up to FRESH */
    float top[LAYERS][WIDEST]; /* recent maxima of the units */
    board_t spot[KINDS][SPOTS];
    uint32_t spots[KINDS]; /* seen so far of each kind; the last SPOTS are kept, but not in checkpoints */
    pthread_mutex_t lock; /* guards the store and the counters while helpers play */
    atomic_int over;
} lab_t;

static inline void add(float *restrict to, const float *restrict delta, float x, int size) {
    for (int j = 0; j < size; j++) to[j] += x * delta[j];
}

/* Add x * delta to a row of the gradient; return the product of the weights' row with delta, to be propagated back. */
static inline float add_outer(float *restrict to, const float *restrict delta, const float *restrict row, float x, int size) {
    float sum = 0;
    for (int j = 0; j < size; j++) {
        to[j] += x * delta[j];
        sum += row[j] * delta[j];
    }
    return sum;
}

static const float WORTH[OUTPUTS] = {2, 1, 1, -1, -1};

/* The error of each output; returns the error of the equity, in points. */
static float errors(const pass_t *p, const sample_t *sample, float *error) {
    float points = 0;
    for (int k = 0; k < OUTPUTS; k++) error[k] = p->out[k] - sample->target[k];
    if (sample->opponent < 15) error[1] = error[2] = 0;
    if (sample->own < 15) error[3] = error[4] = 0;
    for (int k = 0; k < OUTPUTS; k++) points += WORTH[k] * error[k];
    return points;
}

/* Add the gradient of one position: of its cross-entropy, and `pull` times that of its equity.  With the cross-entropy
   alone, units are spent on chances that matter little, such as 0.01 or 0.02 of a backgammon. */
static void backward(const shape_t *s, const float *net, float *grad, pass_t *p, const sample_t *sample, float pull) {
    float delta[2][WIDEST] __attribute__((aligned(32)));
    float *now = delta[0], *below_ = delta[1];
    memset(now, 0, sizeof(float) * LAST);
    errors(p, sample, now);
    for (int k = 0; k < OUTPUTS; k++) now[k] += pull * WORTH[k] * p->out[k] * (1 - p->out[k]);
    for (int l = s->layers - 1; l > 0; l--) {
        int size = s->size[l + 1];
        const float *w = net + s->at[l];
        float *g = grad + s->at[l];
        memset(below_, 0, sizeof(float) * (size_t)s->size[l]);
        for (int n = 0; n < p->count[l]; n++) {
            int i = p->live[l][n];
            const float *restrict row = w + (size_t)i * (size_t)size;
            below_[i] = add_outer(g + (size_t)i * (size_t)size, now, row, p->unit[l][i], size);
        }
        add(g + (size_t)s->size[l] * (size_t)size, now, 1, size);
        float *swap = now;
        now = below_;
        below_ = swap;
    }
    int size = s->size[1];
    for (int i = 0; i < INPUTS; i++)
        if (sample->row[i]) add(grad + (size_t)i * (size_t)size, now, (float)sample->row[i] * (1.0f / 32), size);
    add(grad + (size_t)INPUTS * (size_t)size, now, 1, size);
}

/* Shrink weights much larger than the others of their unit, each times its input's maximum: the rounding steps of an int8
   net are proportional to a unit's largest weight. */
static void draw_back(lab_t *lab, float limit) {
    const shape_t *s = &lab->s;
    for (int l = 1; l + 1 < s->layers; l++)
        for (int j = 0; j < s->size[l + 1]; j++) {
            float *w = lab->net + s->at[l] + j, sum = 0;
            for (int i = 0; i < s->size[l]; i++) {
                float x = w[i * s->size[l + 1]] * lab->top[l][i];
                sum += x * x;
            }
            float most = limit * sqrtf(sum / (float)s->size[l]);
            for (int i = 0; i < s->size[l]; i++) {
                float *x = w + i * s->size[l + 1], high = fabsf(*x) * lab->top[l][i];
                if (high > most) *x *= fmaxf(most / high, 0.9998f);
            }
        }
}

/* Evaluate a sample by the net; returns its cross-entropy. */
static double read_sample(const shape_t *s, const float *net, const sample_t *sample, pass_t *p) {
    double loss = 0;
    sum_first(s, net, sample->row, p->sum[0]);
    p->own = sample->own, p->opponent = sample->opponent;
    finish(s, net, (pass_t *[]){p}, 1);
    for (int k = 0; k < OUTPUTS; k++) {
        float q = p->out[k], t = sample->target[k];
        loss -= t * logf(q + 1e-7f) + (1 - t) * logf(1 - q + 1e-7f);
    }
    return loss;
}

static void note_top(const shape_t *s, float (*top)[WIDEST], const pass_t *p) {
    for (int l = 1; l < s->layers; l++)
        for (int i = 0; i < s->size[l]; i++) top[l][i] = fmaxf(0.999999f * top[l][i], p->unit[l][i]);
}

/* Take a step of Adam on the gradient of `samples` samples. */
static void step_down(lab_t *lab, const plan_t *plan, int samples) {
    lab->steps++;
    float first = 1 - powf(0.9f, (float)lab->steps), second = 1 - powf(0.999f, (float)lab->steps);
    float rate = plan->rate / first, even = 1.0f / (float)samples, memory = plan->mean;
    float warm = 1 - 1 / (1 + (float)lab->steps * 0.1f);
    if (memory > warm) memory = warm;
    for (int i = 0; i < lab->s.weights; i++) {
        float g = lab->grad[i] * even;
        lab->m[i] = 0.9f * lab->m[i] + 0.1f * g;
        lab->v[i] = 0.999f * lab->v[i] + 0.001f * g * g;
        float part = (size_t)i < lab->s.at[1] ? rate : rate * plan->deep;
        lab->net[i] -= part * lab->m[i] / (sqrtf(lab->v[i] / second) + 1e-7f);
        lab->mean[i] += (1 - memory) * (lab->net[i] - lab->mean[i]);
    }
    if (plan->limit > 0) draw_back(lab, plan->limit);
}

static void learn(lab_t *lab, const plan_t *plan) {
    float error[OUTPUTS];
    pass_t p;
    memset(lab->grad, 0, sizeof(float) * (size_t)lab->s.weights);
    for (int n = 0; n < plan->batch; n++) {
        const sample_t *sample = lab->store + below(&lab->random, (int)lab->stored);
        lab->loss += read_sample(&lab->s, lab->net, sample, &p);
        backward(&lab->s, lab->net, lab->grad, &p, sample, plan->points * errors(&p, sample, error));
        note_top(&lab->s, lab->top, &p);
    }
    step_down(lab, plan, plan->batch);
}

/* Zeros aligned to a cache line; all rows of the weights then are, too, so that no vector spans two lines. */
static void *zeros(size_t bytes) {
    bytes = (bytes + 63) & ~(size_t)63;
    return memset(aligned_alloc(64, bytes), 0, bytes);
}

void *lab_new(const spec_t *spec, uint64_t seed, int room) {
    lab_t *lab = calloc(1, sizeof *lab);
    lab->s = shape_of(spec);
    lab->random = seed;
    lab->room = (uint32_t)room;
    pthread_mutex_init(&lab->lock, NULL);
    lab->store = calloc((size_t)room, sizeof(sample_t));
    size_t bytes = sizeof(float) * (size_t)lab->s.weights;
    lab->net = zeros(bytes), lab->mean = zeros(bytes), lab->grad = zeros(bytes), lab->m = zeros(bytes), lab->v = zeros(bytes);
    for (int l = 0; l < lab->s.layers; l++) {
        int in = lab->s.size[l], out = lab->s.size[l + 1], live = l ? in / 3 : 60;
        float spread_ = (l + 1 == lab->s.layers ? 1.0f : 1.7f) / sqrtf((float)live);
        float *w = lab->net + lab->s.at[l];
        for (int i = 0; i < in * out; i++) {
            float sum = 0;
            for (int k = 0; k < 4; k++) sum += unit(&lab->random) - 0.5f;
            w[i] = spread_ * sum;
        }
        for (int i = 0; i < out; i++) w[in * out + i] = l + 1 < lab->s.layers ? 0.1f : 0;
    }
    memcpy(lab->mean, lab->net, bytes);
    return lab;
}

void lab_free(lab_t *lab) {
    free(lab->net), free(lab->mean), free(lab->grad), free(lab->m), free(lab->v), free(lab->store), free(lab);
}

/* The arrays and counters of a lab, for checkpoints: net, mean, m, v in turn; counters random, steps, games, positions. */
float *lab_array(lab_t *lab, int which) { return (float *[]){lab->net, lab->mean, lab->m, lab->v}[which]; }
uint64_t *lab_counters(lab_t *lab) { return &lab->random; }

double lab_loss(lab_t *lab) {
    double loss = lab->loss;
    lab->loss = 0;
    return loss;
}

/* Copy the rows and targets of the remembered positions; returns how many. */
int lab_targets(const lab_t *lab, uint8_t *rows, float *targets) {
    for (uint32_t i = 0; i < lab->stored; i++) {
        memcpy(rows + (size_t)i * INPUTS, lab->store[i].row, INPUTS);
        memcpy(targets + (size_t)i * OUTPUTS, lab->store[i].target, sizeof lab->store[i].target);
    }
    return (int)lab->stored;
}

static void store(lab_t *lab, const uint8_t *row, const int8_t *board, const float *target) {
    pthread_mutex_lock(&lab->lock);
    sample_t *sample = lab->store + lab->next;
    lab->next = (lab->next + 1) % lab->room;
    if (lab->stored < lab->room) lab->stored++;
    memcpy(sample->row, row, ROW);
    memcpy(sample->target, target, sizeof sample->target);
    sample->own = (uint8_t)own_left(board);
    sample->opponent = (uint8_t)opponent_left(board);
    pthread_mutex_unlock(&lab->lock);
}

typedef struct {
    plays_t plays;
    struct {
        uint8_t row[ROW];
        board_t board;
        float out[OUTPUTS];
        int strayed; /* the play that led here was a stray */
    } past[LONGEST];
} table_t;

/* A position's outputs by a search of one ply, seen by its player on roll: the mean over all rolls, played by the net. */
static void look_ahead(const lab_t *lab, const int8_t *board, plays_t *plays, float *value) {
    uint8_t row[ROW];
    board_t next;
    float out[OUTPUTS], worth[OUTPUTS];
    memset(value, 0, sizeof(float) * OUTPUTS);
    for (int a = 1; a <= 6; a++)
        for (int b = 1; b <= a; b++) {
            generate(plays, board, a, b);
            prune(&lab->s, lab->mean, lab->quick, plays, AHEAD);
            choose(&lab->s, lab->mean, plays, next, out, row);
            turn_outputs(worth, out);
            for (int k = 0; k < OUTPUTS; k++) value[k] += (a == b ? 1 : 2) * worth[k] / 36;
        }
}

/* Remove the play that led to a board. */
static void overlook(plays_t *plays, const int8_t *led) {
    for (int i = 0; i < plays->count; i++) {
        board_t next;
        turn(next, plays->board[i]);
        if (memcmp(next, led, 26)) continue;
        memcpy(plays->board[i], plays->board[--plays->count], 26);
        return;
    }
}

/* Set up a position of an earlier game; returns 0 if too few of the kind drawn are known. */
static int begin_in_midst(lab_t *lab, const plan_t *plan, uint64_t *random, int8_t *board) {
    int kind = plan->back > 0 && unit(random) < plan->back ? BACK_GAME : below(random, KINDS);
    pthread_mutex_lock(&lab->lock);
    int known = lab->spots[kind] < SPOTS ? (int)lab->spots[kind] : SPOTS, enough = known >= FEW;
    if (enough) memcpy(board, lab->spot[kind][below(random, known)], 26);
    pthread_mutex_unlock(&lab->lock);
    return enough;
}

/* Set up the starting position, in some games followed by a few plies with random plays; returns how many plies. */
static int begin(const lab_t *lab, uint64_t *random, table_t *t, int8_t *board) {
    float out[OUTPUTS];
    uint8_t row[ROW] = {0};
    board_t after_play;
    int strays, points;
    do {
        int lost = below(random, 3); /* who plays at random: either player alone, or both */
        memcpy(board, START, 26);
        strays = unit(random) < 0.3f ? 2 + below(random, 24) : 0;
        points = 0;
        for (int i = 0; i < strays && !points; i++) {
            generate(&t->plays, board, 1 + below(random, 6), 1 + below(random, 6));
            if (lost == 2 || lost == (i & 1)) {
                memcpy(t->plays.board[0], t->plays.board[below(random, t->plays.count)], 26);
                t->plays.count = 1;
            } else if (lab->fresh == FRESH)
                prune(&lab->s, lab->mean, lab->quick, &t->plays, AHEAD);
            points = choose(&lab->s, lab->mean, &t->plays, after_play, out, row);
            memcpy(board, after_play, 26);
        }
        if (!points) encode(row, board);
    } while (points || (lab->s.races && row[RACE]));
    return strays;
}

/* Keep some of a game's positions for later games to begin in. */
static void keep_spots(lab_t *lab, uint64_t *random, const table_t *t, int length) {
    for (int i = 1 + below(random, 4); i < length && !t->past[i].row[RACE]; i += 1 + below(random, 4)) {
        int kind = kind_of(t->past[i].board);
        memcpy(lab->spot[kind][lab->spots[kind]++ % SPOTS], t->past[i].board, 26);
    }
}

/* Play one game of the running mean against itself and store its positions with their targets.

   Good play seldom leads to back games or broken boards, where humans go wrong.  So some games begin with a few random
   plays of one player or both, or in the middle of an earlier game, and in some a player strays now and then: plays at
   random, or overlooks the best play, so that the net also learns about plays that it undervalues.  What follows a stray
   says nothing about the position before it: no trace passes over the stray, and the position is not stored unless the
   game learns from all rolls.

   If a game learns from all rolls, a position's target is their mean, plus as much as later positions exceeded the net's
   first outputs for them, times `carry` for each ply: without the luck of the dice, a long trace adds little noise. */
static void play_game(lab_t *lab, const plan_t *plan, uint64_t *random, table_t *t) {
    board_t board;
    int length, points = 0, exact = unit(random) < plan->exact;
    int blind = unit(random) < 0.5f, midst = unit(random) < plan->midst && begin_in_midst(lab, plan, random, board);
    int strays = midst ? 1 : begin(lab, random, t, board);
    float stray = unit(random) < plan->wild ? (blind ? 0.24f : 0.5f) * unit(random) : 0;
    encode(t->past[0].row, board);
    memcpy(t->past[0].board, board, 26);
    for (length = 1; length < LONGEST && !points; length++) {
        int a = 1 + below(random, 6), b = 1 + below(random, 6);
        while (length == 1 && !strays && a == b) b = 1 + below(random, 6);
        generate(&t->plays, t->past[length - 1].board, a, b);
        int strayed = t->past[length].strayed = stray > 0 && t->plays.count > 1 && unit(random) < stray;
        if (strayed && blind) {
            memcpy(t->plays.board[0], t->plays.board[below(random, t->plays.count)], 26);
            t->plays.count = 1;
        }
        if (lab->fresh < FRESH || unit(random) < 1.0f / 32) {
            lab->fresh += lab->fresh < FRESH;
            teach_quick(&lab->s, lab->mean, lab->quick, &t->plays);
        } else
            prune(&lab->s, lab->mean, lab->quick, &t->plays, exact ? AHEAD : LOOKED);
        points = choose(&lab->s, lab->mean, &t->plays, t->past[length].board, t->past[length].out, t->past[length].row);
        for (int again = strayed && !blind; again; again = t->plays.count > 1 && unit(random) < 0.5f) {
            overlook(&t->plays, t->past[length].board);
            points = choose(&lab->s, lab->mean, &t->plays, t->past[length].board, t->past[length].out, t->past[length].row);
        }
        if (!points && lab->s.races && t->past[length].row[RACE]) {
            length++;
            break;
        }
    }
    float next[OUTPUTS], value[OUTPUTS], above[OUTPUTS] = {0};
    int stored = 0;
    memcpy(next, t->past[length - 1].out, sizeof next);
    for (int i = length - 2; i >= 0; i--) {
        int strayed = t->past[i + 1].strayed;
        if (exact) {
            look_ahead(lab, t->past[i].board, &t->plays, value);
            for (int k = 0; k < OUTPUTS; k++) value[k] += strayed ? 0 : plan->carry * above[k];
        } else
            turn_outputs(value, next);
        if (exact || !strayed) {
            store(lab, t->past[i].row, t->past[i].board, value);
            stored++;
        }
        for (int k = 0; k < OUTPUTS && i; k++)
            next[k] = strayed ? t->past[i].out[k] : plan->lambda * value[k] + (1 - plan->lambda) * t->past[i].out[k];
        if (i) {
            for (int k = 0; k < OUTPUTS; k++) value[k] -= t->past[i].out[k];
            turn_outputs(above, value);
            above[0] -= 1;
        }
    }
    pthread_mutex_lock(&lab->lock);
    if (!midst) keep_spots(lab, random, t, length - 1);
    lab->games++;
    lab->positions += (uint64_t)stored;
    lab->owed += plan->replay * (float)stored;
    pthread_mutex_unlock(&lab->lock);
}

typedef struct {
    lab_t *lab;
    const plan_t *plan;
    uint64_t random;
    pthread_t thread;
} helper_t;

static void *help(void *given) {
    helper_t *helper = given;
    table_t *table = calloc(1, sizeof *table);
    setpriority(PRIO_PROCESS, (id_t)syscall(SYS_gettid), 19);
    while (!helper->lab->over) play_game(helper->lab, helper->plan, &helper->random, table);
    free(table);
    return NULL;
}

/* Play games of self-play, and learn from them in between.  Without helpers the seed determines everything. */
void lab_run(lab_t *lab, const plan_t *plan) {
    enum { MOST = 8 };
    helper_t helpers[MOST];
    int count = plan->helpers < MOST ? plan->helpers : MOST;
    uint64_t end = lab->games + (uint64_t)plan->games;
    table_t *table = calloc(1, sizeof *table);
    lab->over = 0;
    for (int i = 0; i < count; i++) {
        helpers[i] = (helper_t){.lab = lab, .plan = plan, .random = draw(&lab->random)};
        pthread_create(&helpers[i].thread, NULL, help, &helpers[i]);
    }
    while (lab->games < end) {
        play_game(lab, plan, &lab->random, table);
        while (lab->owed >= plan->batch) {
            if (lab->stored >= lab->room / 4) learn(lab, plan);
            pthread_mutex_lock(&lab->lock);
            lab->owed -= plan->batch;
            pthread_mutex_unlock(&lab->lock);
        }
    }
    lab->over = 1;
    for (int i = 0; i < count; i++) pthread_join(helpers[i].thread, NULL);
    free(table);
}

/* ---------------------------------------------------------------- for Python: referees, tests, duels */

int plays_of(const int8_t *board, int a, int b, int8_t *out) {
    static plays_t plays;
    generate(&plays, board, a, b);
    memcpy(out, plays.board, 26 * (size_t)plays.count);
    return plays.count;
}

void encode_rows(const int8_t *boards, int count, uint8_t *rows) {
    for (int i = 0; i < count; i++) encode(rows + (size_t)i * INPUTS, boards + 26 * i);
}

void evaluate(const spec_t *spec, const float *net, const int8_t *boards, int n, float *out) {
    shape_t s = shape_of(spec);
    pass_t p;
    uint8_t row[ROW] = {0};
    for (int i = 0; i < n; i++) {
        encode(row, boards + 26 * i);
        sum_first(&s, net, row, p.sum[0]);
        judge(&s, net, &p, 1, (const uint8_t *[]){row}, (const int8_t *[]){boards + 26 * i});
        memcpy(out + OUTPUTS * i, p.out, sizeof(float) * OUTPUTS);
    }
}

/* All hidden units of each position, layer after layer. */
void hidden_units(const spec_t *spec, const float *net, const int8_t *boards, int n, float *out) {
    shape_t s = shape_of(spec);
    pass_t p;
    uint8_t row[ROW] = {0};
    for (int i = 0; i < n; i++) {
        encode(row, boards + 26 * i);
        sum_first(&s, net, row, p.sum[0]);
        p.own = p.opponent = 15;
        finish(&s, net, (pass_t *[]){&p}, 1);
        for (int l = 1; l < s.layers; out += s.size[l++]) memcpy(out, p.unit[l], sizeof(float) * (size_t)s.size[l]);
    }
}

/* Round the weights of a layer, m rows of n, to whole numbers of each row's `grain` (from -127 to 127), so that its sums
   over `count` vectors of inputs change least: later weights compensate the rounding error of earlier ones as far as their
   inputs are correlated (Optimal Brain Surgeon).  `middle` gets the inputs' means. */
void round_rows(const float *inputs, int count, int n, float *rows, const float *grain, int m, float *middle) {
    double *spread_ = calloc((size_t)(n * n), sizeof(double)), *changed = calloc((size_t)n, sizeof(double)), all = 0;
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int k = 0; k < count; k++) sum += inputs[(size_t)k * (size_t)n + (size_t)i];
        middle[i] = (float)(sum / count);
    }
    for (int k = 0; k < count; k++)
        for (int i = 0; i < n; i++) {
            const float *x = inputs + (size_t)k * (size_t)n;
            double own = x[i] - middle[i];
            for (int j = 0; j <= i; j++) spread_[i * n + j] += own * (x[j] - middle[j]) / count;
        }
    for (int i = 0; i < n; i++) all += spread_[i * n + i];
    for (int i = 0; i < n; i++) spread_[i * n + i] += 0.1 * all / n;
    /* Spread = L' L: the effect of changes is then a sum of squares, the i-th depending only on changes up to i. */
    for (int i = n - 1; i >= 0; i--) {
        double *row = spread_ + i * n;
        row[i] = sqrt(row[i]);
        for (int j = 0; j < i; j++) row[j] /= row[i];
        for (int k = 0; k < i; k++)
            for (int j = 0; j <= k; j++) spread_[k * n + j] -= row[k] * row[j];
    }
    for (int r = 0; r < m; r++) {
        float *w = rows + (size_t)r * (size_t)n;
        for (int i = 0; i < n; i++) {
            double taken = 0;
            for (int j = 0; j < i; j++) taken += spread_[i * n + j] * changed[j];
            double wish = w[i] - taken / spread_[i * n + i], whole = rint(wish / grain[r]);
            whole = whole > 127 ? 127 : whole < -127 ? -127 : whole;
            changed[i] = whole * grain[r] - w[i];
            w[i] = (float)whole;
        }
    }
    free(spread_), free(changed);
}

/* The board after the play that a net chooses, seen by the player who moved. */
void best_play(const spec_t *spec, const float *net, const int8_t *board, int a, int b, int8_t *out) {
    static plays_t plays;
    shape_t s = shape_of(spec);
    board_t next;
    uint8_t row[ROW];
    float outputs[OUTPUTS];
    generate(&plays, board, a, b);
    choose(&s, net, &plays, next, outputs, row);
    turn(out, next);
}

/* Cubeless money games of two nets, each pair of games with the same dice and sides swapped.  `points` gets the sum of each
   pair, in points won by the first.  If both judge races as in play, a game ends with the equity of the race. */
void duel(const spec_t *given_a, const float *a, const spec_t *given_b, const float *b, int pairs, uint64_t seed,
          float *points) {
    static plays_t plays;
    shape_t shapes[2] = {shape_of(given_a), shape_of(given_b)};
    const float *nets[2] = {a, b};
    uint8_t row[ROW] = {0};
    float out[OUTPUTS];
    for (int pair = 0; pair < pairs; pair++) {
        points[pair] = 0;
        for (int first = 0; first < 2; first++) {
            uint64_t random = seed + (uint64_t)pair * 0x632be59bd9b4e019ull;
            board_t board, next;
            memcpy(board, START, 26);
            float won = 0;
            int ply = 0, settled = shapes[0].races && shapes[1].races;
            for (int over = 0; !over && ply < LONGEST; ply++) {
                int x = 1 + below(&random, 6), y = 1 + below(&random, 6);
                while (!ply && x == y) y = 1 + below(&random, 6);
                int who = (ply + first) & 1;
                generate(&plays, board, x, y);
                over = choose(&shapes[who], nets[who], &plays, next, out, row);
                won = (float)over;
                if (!over && settled && row[RACE]) won = -equity(out), over = 1;
                memcpy(board, next, 26);
            }
            points[pair] += ((ply - 1 + first) & 1) ? -won : won;
        }
    }
}

/* Play games in which one player's gammons count double and the other's single: `won` gets how many of `games` the former
   wins, and how many of these are gammons.  Both play accordingly, and they take turns to begin. */
void trail(const spec_t *spec, const float *net, int games, uint64_t seed, int *won) {
    static plays_t plays;
    shape_t s = shape_of(spec);
    pass_t p;
    uint8_t row[ROW] = {0};
    won[0] = won[1] = 0;
    for (int game = 0; game < games; game++) {
        board_t board, next;
        int over = 0, trails = game & 1;
        memcpy(board, START, 26);
        for (int ply = 0; !over && ply < LONGEST; ply++, trails = !trails) {
            int a = 1 + below(&seed, 6), b = 1 + below(&seed, 6);
            while (!ply && a == b) b = 1 + below(&seed, 6);
            generate(&plays, board, a, b);
            float least = 1e9f;
            for (int i = 0; i < plays.count && !over; i++) {
                int own = own_left(plays.board[i]);
                if (!own) {
                    over = stake(plays.board[i]);
                    break;
                }
                turn(next, plays.board[i]);
                encode(row, next);
                sum_first(&s, net, row, p.sum[0]);
                judge(&s, net, &p, 1, (const uint8_t *[]){row}, (const int8_t *[]){next});
                float value = trails ? p.out[0] - p.out[3] : p.out[0] + p.out[1];
                if (value < least) {
                    least = value;
                    memcpy(board, next, 26);
                }
            }
            if (over && trails) won[0]++, won[1] += over > 1;
        }
    }
}
