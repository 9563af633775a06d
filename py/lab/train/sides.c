/* The evaluation of races of backgammon/engine/races.py, for the CPU and the GPU.

   Rule kept: its net and tables are passed in; a test checks that both implementations agree. */

enum { FACTS = 8, SIDES = 24 * FACTS, RACERS = 384, ROLLS = 80, EXACT = 10, LONG = 16 };
enum { CUMULANTS = 9, SOON = 4, NONE_OFF = CUMULANTS, BEHIND = NONE_OFF + SOON, TOLD = BEHIND + SOON };
static const float FAR = 7, RARE = 0.002f; /* these and the line above as in races.py */

TABLES struct {
    const float *net;         /* its first layer by input, biases, last layer by unit, biases */
    const float *mean, *miss; /* by rank of a home board: mean rolls until all are off; chance that a roll bears none off */
    const float *chance;      /* by rank, for up to EXACT checkers: the chances of 0, 1 ... LONG - 1 rolls */
    const float (*row)[16][RACERS]; /* the first layer by point and count; entry 0: by total checkers, bias included */
} R;

typedef struct {
    int length;
    float off[ROLLS], on[ROLLS], none_off[ROLLS], behind[ROLLS]; /* as in races.Rolls */
} rolls_t;

/* Precompute the first layer by point and count. */
static void fill_rows(const float *net, float (*row)[16][RACERS]) {
    memset(row, 0, sizeof(float) * 25 * 16 * RACERS);
    for (int count = 1; count < 16; count++)
        for (int j = 0; j < RACERS; j++) {
            row[0][count][j] = net[(SIDES + 15) * RACERS + j] + net[(SIDES + count - 1) * RACERS + j];
            for (int point = 1; point < 25; point++)
                for (int n = 0; n < FACTS && n < count; n++)
                    row[point][count][j] += (n < FACTS - 1 ? 1 : 0.3125f * (float)(count - n)) *
                                            net[((point - 1) * FACTS + n) * RACERS + j];
        }
}

DEVICE int rank_of(const int8_t *side) {
    int total = 0, rank = 0;
    for (int point = 0; point < 6; point++) {
        int64_t ways = 1;
        total += side[point + 1];
        for (int i = 1; i <= point + 1; i++) ways = ways * (total - 1 + i) / i;
        rank += (int)ways;
    }
    return rank;
}

/* The chances that more than 0, 1, 2 ... rolls are needed, from mean, variance and third cumulant; returns how many. */
DEVICE int after(float *chance, const float *cumulant) {
    float mean = cumulant[0], variance = cumulant[1];
    if (mean < 2.4f) {
        float later = fmaxf(mean - 1, 0), thrice = fminf(fmaxf((variance + later * later - later) / 2, 0), later / 2);
        chance[0] = 1, chance[1] = fminf(later - thrice, 1), chance[2] = thrice;
        return 3;
    }
    variance = fmaxf(variance - 1.0f / 12, 0.02f);
    float deviation = sqrtf(variance), slant = fmaxf(fminf(cumulant[2] / (variance * deviation), 1), -1);
    int first = (int)(mean + 0.5f - 4.5f * deviation) + 1, last = (int)(mean - 0.5f + 4.5f * deviation);
    if (first < 1) first = 1;
    if (last >= ROLLS) last = ROLLS - 1;
    for (int n = 0; n < first; n++) chance[n] = 1;
    for (int n = first; n <= last; n++) {
        float z = ((float)n + 0.5f - mean) / deviation;
        chance[n] = 0.5f * erfcf(z * 0.70710678f) + slant * (z * z - 1) * expf(-0.5f * z * z) * (0.39894228f / 6);
    }
    return last >= first ? last + 1 : first;
}

/* The chances after 0, 1, 2 ... rolls: the first SOON from the net, later ones from the cumulants; see races._still. */
DEVICE void still(float *chance, const float *told, const float *cumulant) {
    float later[ROLLS] = {0};
    if (cumulant[0] > FAR) {
        after(chance, cumulant);
        return;
    }
    chance[0] = 1;
    for (int n = 0; n < SOON; n++) chance[n + 1] = fminf(fmaxf(told[n], 0), chance[n]);
    if (chance[SOON] <= RARE) return;
    int length = after(later, cumulant);
    for (int n = SOON + 1; n < length; n++) chance[n] = fminf(later[n], chance[SOON]);
}

/* The distributions of the rolls that a side (26 counts by point) needs. */
DEVICE void roll_count(const int8_t *side, rolls_t *out) {
    const float PER_PIP[3] = {6.0f / 49, 0.0346f, 0};
    int count = 0, rear = 0, rank = -1;
    memset(out, 0, sizeof *out);
    for (int p = 1; p < 25; p++)
        if (side[p]) count += side[p], rear = p;
    if (rear <= 6) rank = rank_of(side);
    if (rank >= 0 && count <= EXACT) {
        const float *chance = R.chance + LONG * rank;
        float left = 1;
        for (int n = 0; n + 1 < LONG; n++) {
            out->off[n] = chance[n + 1];
            out->on[n] = left -= chance[n];
        }
        out->length = LONG - 1;
        return;
    }
    float unit[RACERS], told[TOLD];
    const float *last = R.net + (SIDES + 16) * RACERS;
    memcpy(unit, R.row[0][count], sizeof unit);
    memcpy(told, last + RACERS * TOLD, sizeof told);
    for (int p = 1; p < 25; p++) {
        if (!side[p]) continue;
        for (int j = 0; j < RACERS; j++) unit[j] += R.row[p][side[p]][j];
        for (int k = 0; k < CUMULANTS; k++) {
            int pips = p - (k < 3 ? 0 : k < 6 ? 6 : 18);
            if (pips > 0) told[k] += PER_PIP[k % 3] * (float)(pips * side[p]);
        }
    }
    for (int j = 0; j < RACERS; j++) {
        float x = fminf(fmaxf(unit[j], 0), 1);
        if (x > 0)
            for (int k = 0; k < TOLD; k++) told[k] += x * last[j * TOLD + k];
    }
    if (rank >= 0) told[0] = R.mean[rank];
    out->length = after(out->on, told);
    for (int n = 0; n < out->length; n++) out->off[n] = out->on[n] - (n + 1 < out->length ? out->on[n + 1] : 0);
    if (count == 15) {
        if (rank >= 0) told[NONE_OFF] = R.miss[rank];
        still(out->none_off, told + NONE_OFF, told + 3);
    }
    if (rear > 18) still(out->behind, told + BEHIND, told + 6);
}

DEVICE float hold(float x, float least, float most) { return x < least ? least : x > most ? most : x; }

/* The outputs of a race, seen by the player on roll. */
DEVICE void judge_race(const int8_t *board, float *out) {
    board_t mine = {0}, theirs = {0};
    rolls_t m, t;
    for (int p = 1; p < 25; p++) {
        if (board[p] > 0) mine[p] = board[p];
        if (board[p] < 0) theirs[25 - p] = (int8_t)-board[p];
    }
    roll_count(mine, &m);
    roll_count(theirs, &t);
    memset(out, 0, sizeof(float) * OUTPUTS);
    for (int n = 0; n < m.length; n++) {
        out[0] += m.off[n] * t.on[n];
        out[1] += m.off[n] * t.none_off[n];
        out[2] += m.off[n] * t.behind[n];
    }
    for (int n = 0; n < t.length && n + 1 < ROLLS; n++) {
        out[3] += t.off[n] * m.none_off[n + 1];
        out[4] += t.off[n] * m.behind[n + 1];
    }
    out[0] = hold(out[0], 0, 1);
    out[1] = hold(out[1], 0, out[0]);
    out[2] = hold(out[2], 0, out[1]);
    out[3] = hold(out[3], 0, 1 - out[0]);
    out[4] = hold(out[4], 0, out[3]);
}
