/* The race of one side on its own: its plays, and a small net that learns how many rolls it needs.

   Rule kept: a side is 25 bytes, checkers by point (entry 0 is not used), and the other side never blocks it.  The net
   learns cumulants (mean, variance, third) of three numbers of rolls: until all checkers are off, until the first is off,
   until the last has left the opponent's home board; and the chances that the first is not off, and that the last has not
   left, after one, two, three and four rolls, if the mean is not above FAR.  Each of these assumes plays of its own: those
   that give the least mean or chance. */

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { FACTS = 8, POINTS = 24 * FACTS, INPUTS = POINTS + 15, UNITS = 384, CUMULANTS = 9, SOON = 4 };
enum { NONE_OFF = CUMULANTS, BEHIND = NONE_OFF + SOON, OUTPUTS = BEHIND + SOON, MOST = 1024, STORE = 1 << 14, REPLAY = 32 };
enum { LANES = 64, PARTS = 8 }; /* sides borne off at once; parts of a batch, whatever the number of CPUs */
enum { FURTHEST = 11 };         /* the most points on which sides can be exact */

typedef uint8_t side_t[25];

static inline uint64_t draw(uint64_t *state) { /* splitmix64 */
    uint64_t z = (*state += 0x9e3779b97f4a7c15ull);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
}

static inline int below(uint64_t *state, int n) { return (int)(((draw(state) >> 32) * (uint64_t)n) >> 32); }

static const float FAR = 7; /* as in engine/races.py */

static inline float spread(uint64_t *state) { return (float)(draw(state) >> 40) * 0x1p-23f - 1; }

/* ---------------------------------------------------------------- plays */

typedef struct {
    int count;
    uint16_t slot[2 * MOST];
    side_t side[MOST];
} plays_t;

static void keep(plays_t *plays, const uint8_t *side) {
    uint64_t words[3];
    memcpy(words, side + 1, sizeof words);
    uint64_t hash = words[0] * 0x9e3779b97f4a7c15ull ^ words[1] * 0xc2b2ae3d27d4eb4full ^ words[2] * 0x165667b19e3779f9ull;
    unsigned at = (unsigned)((hash ^ hash >> 29) * 0xbf58476d1ce4e5b9ull >> 32) % (2 * MOST);
    for (; plays->slot[at]; at = (at + 1) % (2 * MOST))
        if (!memcmp(plays->side[plays->slot[at] - 1], side, 25)) return;
    if (plays->count == MOST) return;
    memcpy(plays->side[plays->count++], side, 25);
    plays->slot[at] = (uint16_t)plays->count;
}

static void play_on(plays_t *plays, const uint8_t *side, const int *dice, int left, int from) {
    int highest = 24, moved = 0;
    while (highest && !side[highest]) highest--;
    for (int p = from < highest ? from : highest; left && p; p--) {
        if (!side[p] || (p < dice[0] && p < highest) || (p <= dice[0] && highest > 6)) continue;
        side_t next;
        memcpy(next, side, 25);
        next[p]--;
        if (p > dice[0]) next[p - dice[0]]++;
        moved = 1;
        play_on(plays, next, dice + 1, left - 1, left > 1 && dice[1] == dice[0] ? p : 24);
    }
    if (!moved) keep(plays, side);
}

/* Without an opponent both numbers can always be played, until no checker is left. */
static void generate(plays_t *plays, const uint8_t *side, int a, int b) {
    plays->count = 0;
    memset(plays->slot, 0, sizeof plays->slot);
    play_on(plays, side, (int[]){a, b, a, b}, a == b ? 4 : 2, 24);
    if (a != b) play_on(plays, side, (int[]){b, a}, 2, 24);
}

/* ---------------------------------------------------------------- the net */

typedef struct {
    float first[INPUTS][UNITS], bias[UNITS], last[UNITS][OUTPUTS], plus[OUTPUTS];
} net_t;

enum { WEIGHTS = sizeof(net_t) / sizeof(float) };

/* Pips to bear all off, to bring all home, to leave the opponent's home board; checkers, those back; the rearmost point. */
typedef struct {
    int all, home, out, count, back, rear;
} way_t;

static way_t way_of(const uint8_t *side) {
    way_t w = {0};
    for (int p = 1; p < 25; p++) {
        w.count += side[p];
        if (side[p]) w.rear = p;
        w.all += p * side[p];
        w.home += p > 6 ? (p - 6) * side[p] : 0;
        w.out += p > 18 ? (p - 18) * side[p] : 0;
        w.back += p > 18 ? side[p] : 0;
    }
    return w;
}

static float SHARE[3]; /* what a pip adds to each cumulant */

/* The part of each cumulant that is proportional to the pips to go. */
static void known(const uint8_t *side, float *out) {
    way_t w = way_of(side);
    memset(out, 0, sizeof(float) * OUTPUTS);
    for (int k = 0; k < 3; k++)
        out[k] = SHARE[k] * (float)w.all, out[3 + k] = SHARE[k] * (float)w.home, out[6 + k] = SHARE[k] * (float)w.out;
}

static inline float fact(int count, int n) { return n < FACTS - 1 ? (float)(count > n) : count > n ? (float)(count - n) * 0.3125f : 0; }

/* The first layer precomputed by point and count, so that a side's sums take few rows. */
typedef struct {
    net_t net;
    float row[25][16][UNITS]; /* entry 0: by total number of checkers, bias included */
    float last[OUTPUTS][UNITS]; /* by output */
} ready_t;

static void prepare(ready_t *ready, const net_t *net) {
    ready->net = *net;
    memset(ready->row, 0, sizeof ready->row);
    for (int k = 0; k < OUTPUTS; k++)
        for (int j = 0; j < UNITS; j++) ready->last[k][j] = net->last[j][k];
    for (int count = 1; count < 16; count++) {
        for (int j = 0; j < UNITS; j++) ready->row[0][count][j] = net->bias[j] + net->first[POINTS + count - 1][j];
        for (int p = 1; p < 25; p++)
            for (int n = 0; n < FACTS && count > n; n++) {
                float x = fact(count, n);
                for (int j = 0; j < UNITS; j++) ready->row[p][count][j] += x * net->first[(p - 1) * FACTS + n][j];
            }
    }
}

/* The sums of the first layer. */
static void sum_up(const ready_t *ready, const uint8_t *side, float *sums) {
    int count = 0;
    for (int p = 1; p < 25; p++) count += side[p];
    memcpy(sums, ready->row[0][count], sizeof ready->net.bias);
    for (int p = 1; p < 25; p++)
        if (side[p])
            for (int j = 0; j < UNITS; j++) sums[j] += ready->row[p][side[p]][j];
}

/* The sums of the first layer after a play, from those before it. */
static void move_on(const ready_t *ready, const uint8_t *before, const float *sums, const uint8_t *side, float *out) {
    int was = 0, is = 0;
    memcpy(out, sums, sizeof ready->net.bias);
    for (int p = 1; p < 25; p++) {
        was += before[p], is += side[p];
        if (side[p] != before[p])
            for (int j = 0; j < UNITS; j++) out[j] += ready->row[p][side[p]][j] - ready->row[p][before[p]][j];
    }
    if (was != is)
        for (int j = 0; j < UNITS; j++) out[j] += ready->row[0][is][j] - ready->row[0][was][j];
}

/* Add the last layer's results to the outputs from `from` up to, but not including, `to`. */
static inline void tell(const ready_t *ready, const float *units, int from, int to, float *out) {
    for (int k = from; k < to; k++) {
        float sum = ready->net.plus[k];
        for (int j = 0; j < UNITS; j++) sum += units[j] * ready->last[k][j];
        out[k] += sum;
    }
}

static void rise(const float *sums, float *units) {
    for (int j = 0; j < UNITS; j++) units[j] = fminf(fmaxf(sums[j], 0), 1);
}

static void look(const ready_t *ready, const uint8_t *side, float *units, float *out) {
    sum_up(ready, side, units);
    rise(units, units);
    known(side, out);
    tell(ready, units, 0, OUTPUTS, out);
}

/* ---------------------------------------------------------------- exact sides */

enum { TOLD = 6 + SOON }; /* the outputs that apply to a side without checkers behind */

typedef struct {
    int points;           /* sides with no checker beyond these are exact */
    float (*exact)[TOLD]; /* by rank: cumulants until all are off and until the first is off, chances that none is off */
    ready_t ready;
} judge_t;

static int choose_(int n, int k) {
    long c = 1;
    for (int i = 1; i <= k; i++) c = c * (n - k + i) / i;
    return (int)c;
}

/* The rank of a side among those on the first `points` points; see bearoff.rank. */
static int rank_of(const uint8_t *side, int points) {
    static int table[FURTHEST][16], made;
    if (!made) {
        for (int p = 0; p < FURTHEST; p++)
            for (int n = 0; n < 16; n++) table[p][n] = choose_(n + p, p + 1);
        made = 1;
    }
    int total = 0, rank = 0;
    for (int p = 0; p < points; p++) total += side[p + 1], rank += table[p][total];
    return rank;
}

/* Clear the outputs that do not apply: on the first checker off if one is off, on leaving if none is back. */
static void leave_out(const way_t *w, float *out) {
    if (w->count < 15) memset(out + 3, 0, 3 * sizeof(float)), memset(out + NONE_OFF, 0, SOON * sizeof(float));
    if (!w->back) memset(out + 6, 0, 3 * sizeof(float)), memset(out + BEHIND, 0, SOON * sizeof(float));
}

/* Judge a side after a play, from the side before it and that side's sums. */
static void judge_next(const judge_t *j, const uint8_t *before, const float *sums, const uint8_t *side, const way_t *w,
                       float *out) {
    float units[UNITS];
    memset(out, 0, sizeof(float) * OUTPUTS);
    if (w->rear <= j->points) {
        const float *exact = j->exact[rank_of(side, j->points)];
        memcpy(out, exact, 6 * sizeof(float)), memcpy(out + NONE_OFF, exact + 6, SOON * sizeof(float));
    } else {
        const ready_t *r = &j->ready;
        move_on(r, before, sums, side, units);
        rise(units, units);
        known(side, out);
        tell(r, units, 0, w->count == 15 ? 6 : 3, out);
        if (w->back) tell(r, units, 6, CUMULANTS, out);
        if (w->count == 15 && out[3] <= FAR) tell(r, units, NONE_OFF, BEHIND, out);
        if (w->back && out[6] <= FAR) tell(r, units, BEHIND, OUTPUTS, out);
    }
    for (int k = NONE_OFF; k < OUTPUTS; k++)
        out[k] = out[k < BEHIND ? 3 : 6] > FAR ? 1 : fminf(fmaxf(out[k], 0), 1);
    leave_out(w, out);
}

static void judge(const judge_t *j, const uint8_t *side, float *out) {
    float sums[UNITS];
    way_t w = way_of(side);
    sum_up(&j->ready, side, sums);
    judge_next(j, side, sums, side, &w, out);
}

/* Average over the 21 rolls, counting the roll itself; each number of rolls takes the play with its least mean, each
   chance the play with the least chance. */
static void step(const judge_t *j, const uint8_t *side, float *out, plays_t *plays, const int *dice, uint8_t *next) {
    float found[21][OUTPUTS], weight[21], sums[UNITS];
    way_t w = way_of(side);
    int n = 0;
    sum_up(&j->ready, side, sums);
    for (int a = 1; a < 7; a++)
        for (int b = 1; b <= a; b++, n++) {
            weight[n] = (a == b ? 1.0f : 2.0f) / 36;
            generate(plays, side, a, b);
            for (int i = 0; i < plays->count; i++) {
                float each[OUTPUTS];
                way_t then = way_of(plays->side[i]);
                judge_next(j, side, sums, plays->side[i], &then, each);
                memmove(each + NONE_OFF + 1, each + NONE_OFF, (2 * SOON - 1) * sizeof(float)); /* one roll later */
                each[NONE_OFF] = then.count == 15, each[BEHIND] = then.back > 0;
                for (int k = 0; k < CUMULANTS; k += 3)
                    if (!i || each[k] < found[n][k]) {
                        memcpy(found[n] + k, each + k, 3 * sizeof(float));
                        if (!k && dice && a == dice[0] && b == dice[1]) memcpy(next, plays->side[i], 25);
                    }
                for (int k = NONE_OFF; k < OUTPUTS; k++)
                    if (!i || each[k] < found[n][k]) found[n][k] = each[k];
            }
        }
    for (int k = 0; k < CUMULANTS; k += 3) {
        float mean = 0, second = 0, third = 0;
        for (n = 0; n < 21; n++) mean += weight[n] * found[n][k];
        for (n = 0; n < 21; n++) {
            float d = found[n][k] - mean, v = found[n][k + 1];
            second += weight[n] * (v + d * d);
            third += weight[n] * (found[n][k + 2] + 3 * d * v + d * d * d);
        }
        out[k] = mean + 1, out[k + 1] = second, out[k + 2] = third;
    }
    for (int k = NONE_OFF; k < OUTPUTS; k++) {
        out[k] = 0;
        for (n = 0; n < 21; n++) out[k] += weight[n] * found[n][k];
    }
    leave_out(&w, out);
}

/* List the sides with `pips` pips on the points up to `point`; returns how many there are. */
static int gather(uint8_t *side, int point, int left, int pips, side_t *out) {
    int count = 0;
    if (!point) {
        if (!pips) memcpy(out, side, 25);
        return !pips;
    }
    for (int n = 0; n <= left && n * point <= pips; n++) {
        side[point] = (uint8_t)n;
        count += gather(side, point - 1, left - n, pips - n * point, out + count);
    }
    side[point] = 0;
    return count;
}

/* Compute the exact sides, those with fewer pips first. */
static void fill(judge_t *j) {
    side_t side = {0}, *sides = malloc(sizeof(side_t) * (1 << 19));
    rank_of(side, j->points); /* builds its table before threads need it */
    for (int pips = 1; pips <= 15 * j->points; pips++) {
        int count = gather(side, j->points, 15, pips, sides);
#pragma omp parallel for schedule(dynamic, 64)
        for (int i = 0; i < count; i++) {
            plays_t plays;
            float out[OUTPUTS], *exact = j->exact[rank_of(sides[i], j->points)];
            step(j, sides[i], out, &plays, NULL, NULL);
            memcpy(exact, out, 6 * sizeof(float)), memcpy(exact + 6, out + NONE_OFF, SOON * sizeof(float));
        }
    }
    free(sides);
}

/* ---------------------------------------------------------------- learning */

typedef struct {
    side_t side;
    float target[OUTPUTS];
} sample_t;

typedef struct {
    net_t net, mean, grad[PARTS], m, v;
    judge_t judge;
    sample_t *store;
    uint64_t random, steps, stored, next;
    side_t side[LANES];
    uint64_t dice[LANES];
} lab_t;

void *races_new(uint64_t seed, const float *share, int points) {
    memcpy(SHARE, share, sizeof SHARE);
    lab_t *lab = calloc(1, sizeof *lab);
    lab->random = seed;
    lab->store = calloc(STORE, sizeof(sample_t));
    for (int i = 0; i < LANES; i++) lab->dice[i] = draw(&lab->random);
    lab->judge.points = points;
    lab->judge.exact = calloc((size_t)choose_(15 + points, points), sizeof *lab->judge.exact);
    for (int j = 0; j < UNITS; j++) {
        for (int i = 0; i < INPUTS; i++) lab->net.first[i][j] = 0.25f * spread(&lab->random);
        for (int k = 0; k < OUTPUTS; k++) lab->net.last[j][k] = 0.1f * spread(&lab->random);
        lab->net.bias[j] = 0.5f + 0.5f * spread(&lab->random);
    }
    memcpy(lab->net.plus, (float[]){1.2f, 0.8f, 0, 0.8f, 0.2f, 0, 0.8f, 0.2f, 0}, CUMULANTS * sizeof(float));
    lab->mean = lab->net;
    fill(&lab->judge);
    return lab;
}

/* The weights as used in play: the first layer is rounded to the 8-bit integers that ship. */
static void rounded(net_t *out, const net_t *net) {
    float most[UNITS];
    *out = *net;
    for (int j = 0; j < UNITS; j++) most[j] = 1e-6f;
    for (int i = 0; i < INPUTS; i++)
        for (int j = 0; j < UNITS; j++) most[j] = fmaxf(most[j], fabsf(net->first[i][j]));
    for (int i = 0; i < INPUTS; i++)
        for (int j = 0; j < UNITS; j++) out->first[i][j] = roundf(net->first[i][j] / most[j] * 127) * most[j] / 127;
}

/* Add the gradient of one sample out of `batch`. */
static void slope(const ready_t *ready, const sample_t *s, int batch, net_t *grad) {
    static const float WEIGHT[3] = {1, 0.2f, 0.05f}, CHANCE = 8;
    float units[UNITS], out[OUTPUTS], delta[OUTPUTS], back[UNITS];
    way_t w = way_of(s->side);
    look(ready, s->side, units, out);
    for (int k = 0; k < OUTPUTS; k++) {
        int first = k < CUMULANTS ? k < 6 : k < BEHIND, told = k < 3 || (first ? w.count == 15 : w.back > 0);
        if (k >= NONE_OFF && s->target[first ? 3 : 6] > FAR + 0.5f) told = 0;
        delta[k] = told ? (k < CUMULANTS ? WEIGHT[k % 3] : CHANCE) * (out[k] - s->target[k]) / (float)batch : 0;
        grad->plus[k] += delta[k];
    }
    for (int j = 0; j < UNITS; j++) {
        back[j] = 0;
        if (units[j] > 0 && units[j] < 1)
            for (int k = 0; k < OUTPUTS; k++) back[j] += delta[k] * ready->net.last[j][k];
        if (units[j] > 0)
            for (int k = 0; k < OUTPUTS; k++) grad->last[j][k] += units[j] * delta[k];
        grad->bias[j] += back[j];
    }
    for (int p = 1; p < 25; p++)
        for (int n = 0; n < FACTS && s->side[p] > n; n++) {
            float x = fact(s->side[p], n);
            for (int j = 0; j < UNITS; j++) grad->first[(p - 1) * FACTS + n][j] += x * back[j];
        }
    for (int j = 0; j < UNITS; j++) grad->first[POINTS + w.count - 1][j] += back[j];
}

static void learn(lab_t *lab, float rate, int batch) {
    static ready_t ready;
    static net_t seen;
    int chosen[MOST];
    rounded(&seen, &lab->net);
    prepare(&ready, &seen);
    for (int b = 0; b < batch; b++) chosen[b] = below(&lab->random, (int)lab->stored);
    lab->steps++;
    float one = 1 - powf(0.9f, (float)lab->steps), two = 1 - powf(0.999f, (float)lab->steps);
    float memory = fminf(0.999f, 1 - 10.0f / (10 + (float)lab->steps));
    float *net = (float *)&lab->net, *mean = (float *)&lab->mean, *m = (float *)&lab->m, *v = (float *)&lab->v;
    const float *grad = (const float *)lab->grad;
#pragma omp parallel
    {
#pragma omp for
        for (int part = 0; part < PARTS; part++) {
            memset(lab->grad + part, 0, sizeof(net_t));
            for (int b = part; b < batch; b += PARTS) slope(&ready, lab->store + chosen[b], batch, lab->grad + part);
        }
#pragma omp for
        for (int i = 0; i < WEIGHTS; i++) {
            float all = 0;
            for (int part = 0; part < PARTS; part++) all += grad[part * WEIGHTS + i];
            m[i] = 0.9f * m[i] + 0.1f * all;
            v[i] = 0.999f * v[i] + 0.001f * all * all;
            net[i] -= rate / one * m[i] / (sqrtf(v[i] / two) + 1e-9f);
            mean[i] += (1 - memory) * (net[i] - mean[i]);
        }
    }
}

/* A random side as when a gammon is to be saved: checkers stacked low at home, the last few still on their way. */
static void strew_few(uint8_t *side, uint64_t *random) {
    int few = 1 + below(random, 7), highest = 7 + below(random, 18), low = 1 + below(random, 6);
    for (int left = 15; left--;)
        side[left < few ? 7 + below(random, highest - 6) : 1 + below(random, below(random, 3) ? low : 6)]++;
}

static void strew(uint8_t *side, uint64_t *random) {
    int highest = 4 + below(random, 21), left = below(random, 10) < 7 ? 15 : 1 + below(random, 15);
    memset(side, 0, 25);
    if (below(random, 2)) {
        strew_few(side, random);
        return;
    }
    while (left--) {
        int a = 1 + below(random, highest), b = 1 + below(random, highest);
        side[a < b || a <= 6 ? a : b]++;
    }
}

static int is_over(const uint8_t *side) {
    way_t w = way_of(side);
    return !w.home && w.count <= 10;
}

/* Bear off `games` sides, from `starts` or from checkers strewn at random, and learn from each position on the way. */
void races_run(lab_t *lab, const uint8_t *starts, int count, int games, float rate, int batch) {
    double owed = 0;
    net_t seen;
    for (int begun = 0; begun < games;) {
        rounded(&seen, &lab->mean);
        prepare(&lab->judge.ready, &seen);
        for (int i = 0; i < LANES; i++)
            for (; is_over(lab->side[i]); begun++)
                if (count && below(&lab->random, 2))
                    memcpy(lab->side[i], starts + 25 * below(&lab->random, count), 25);
                else
                    strew(lab->side[i], &lab->random);
#pragma omp parallel for schedule(dynamic)
        for (int i = 0; i < LANES; i++) {
            plays_t plays;
            side_t next;
            int a = 1 + below(lab->dice + i, 6), b = 1 + below(lab->dice + i, 6);
            sample_t *sample = lab->store + (lab->next + (uint64_t)i) % STORE;
            memcpy(sample->side, lab->side[i], 25);
            step(&lab->judge, lab->side[i], sample->target, &plays, (int[]){a > b ? a : b, a > b ? b : a}, next);
            memcpy(lab->side[i], next, 25);
        }
        lab->next += LANES;
        if (lab->stored < STORE) lab->stored += LANES;
        for (owed += LANES * REPLAY; owed >= batch; owed -= batch)
            if (lab->stored > 1024) learn(lab, rate, batch);
    }
}

/* Judge sides directly, and by a search one roll ahead; the difference is what is left to learn. */
void races_judge(lab_t *lab, const uint8_t *sides, int count, float *now, float *ahead) {
    net_t seen;
    rounded(&seen, &lab->mean);
    prepare(&lab->judge.ready, &seen);
#pragma omp parallel for
    for (int i = 0; i < count; i++) {
        plays_t plays;
        judge(&lab->judge, sides + 25 * i, now + OUTPUTS * i);
        step(&lab->judge, sides + 25 * i, ahead + OUTPUTS * i, &plays, NULL, NULL);
    }
}

float *races_weights(lab_t *lab) { return (float *)&lab->mean; }
float *races_exact(lab_t *lab) { return lab->judge.exact[0]; }
