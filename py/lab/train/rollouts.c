/* Rollouts: a position played on many times by one net, with variance reduction, with or without the cube.

   Rule kept: plays are chosen by a search of 0 plies; doubles, takes and drops by a search of one.  The worth of a position is
   that of backgammon/engine/cube.py, and a test checks that both agree.  The worth of a roll above the mean of all 21 is
   luck and is subtracted from the result of the trial: the mean of luck is zero, whatever the net believes.

   All values are seen by the player who begins; `who` and `owner` are 1 for that player, -1 for the opponent.  Worths are
   in points, or in match winning chances. */

enum { HEIGHTS = 8, RESULTS = 21, THROWS = 36, KEPT = 8, DEEP_KEPT = 3, NEARLY_OFF = 10, ROOM = 8192 };
static const float GAP = 0.16f, DEEP_GAP = 0.06f;

/* ---------------------------------------------------------------- the cube */

/* A level of the cube: the values of single games, gammons and backgammons won and lost, and who can use a higher cube. */
typedef struct {
    float win[3], loss[3];
    int mine, his;
} height_t;

typedef struct {
    int money;
    float efficiency;
    height_t height[HEIGHTS];
} stakes_t;

static float dead_worth(const height_t *h, const float *out) {
    return h->loss[0] + out[0] * (h->win[0] - h->loss[0]) + out[1] * (h->win[1] - h->win[0]) +
           out[2] * (h->win[2] - h->win[1]) + out[3] * (h->loss[1] - h->loss[0]) + out[4] * (h->loss[2] - h->loss[1]);
}

/* The mean worth of a won game, and of a lost one. */
static void ends(const height_t *h, const float *out, float *gain, float *loss) {
    float won = out[0] > 0 ? out[0] : 1, lost = out[0] < 1 ? 1 - out[0] : 1;
    *gain = h->win[0] + ((h->win[1] - h->win[0]) * out[1] + (h->win[2] - h->win[1]) * out[2]) / won;
    *loss = h->loss[0] + ((h->loss[1] - h->loss[0]) * out[3] + (h->loss[2] - h->loss[1]) * out[4]) / lost;
}

static float part(float value, float low, float high) { return high > low ? hold((value - low) / (high - low), 0, 1) : 0; }

static float on_line(const float (*line)[2], int count, float at) {
    for (int i = 1; i < count; i++) {
        const float *left = line[i - 1], *right = line[i];
        if (at <= right[0])
            return right[0] > left[0] ? left[1] + (right[1] - left[1]) * (at - left[0]) / (right[0] - left[0]) : right[1];
    }
    return line[count - 1][1];
}

/* The winning chances at which each player can just take, in a match. */
static void live_points(const stakes_t *s, int at, const float *out, float *take, float *cash) {
    int top = at;
    float gain, loss;
    while (s->height[top].mine || s->height[top].his) top++;
    *take = 0, *cash = 1;
    for (int k = top - 1; k >= at; k--) {
        const height_t *level = s->height + k, *above = level + 1;
        ends(above, out, &gain, &loss);
        float high = above->mine ? above->win[0] : gain, low = above->his ? above->loss[0] : loss;
        float next_take = level->his ? *cash * part(level->loss[0], loss, high) : 0;
        *cash = level->mine ? *take + (1 - *take) * part(level->win[0], low, gain) : 1;
        *take = next_take;
    }
}

/* The worth with a cube that its player can turn without risk, `rolls` rolls from now; all seen by that player. */
static float free_worth(float win, float gain, float loss, float cash, float cashed, int rolls) {
    const float SWING = 0.11f, PATIENCE = 0.09f;
    if (cash <= 0 || cash >= 1) return win * gain + (1 - win) * loss;
    float swing = fminf(SWING * sqrtf((float)rolls), fminf(cash, 1 - cash)), reach = swing - fabsf(win - cash);
    const float line[4][2] = {{0, loss}, {cash, cashed}, {fminf(cash + PATIENCE, 1), cashed}, {1, gain}};
    float off = reach > 0 ? (loss - cashed) / cash * reach * reach / (4 * swing) : 0;
    return on_line(line, 4, win) + off;
}

static float worth(const stakes_t *s, int at, int owner, int who, const float *out) {
    const height_t *h = s->height + at;
    float win = out[0], dead = dead_worth(h, out), gain, loss, take, cash, line[4][2];
    int mine = owner >= 0 && h->mine, his = owner <= 0 && h->his, n = 0;
    if (!(mine || his) || win <= 0 || win >= 1) return dead;
    ends(h, out, &gain, &loss);
    if (s->money) {
        float up = gain / h->win[0], down = loss / h->loss[0];
        take = (down - 0.5f) / (up + down + 0.5f), cash = (down + 1) / (up + down + 0.5f);
    } else {
        live_points(s, at, out, &take, &cash);
        if (!h->his) return free_worth(win, gain, loss, cash, h->win[0], who > 0 ? 2 : 1);
        if (!h->mine) return 1 - free_worth(1 - win, 1 - loss, 1 - gain, 1 - take, 1 - h->loss[0], who > 0 ? 1 : 2);
    }
    line[n][0] = 0, line[n++][1] = loss;
    if (his) line[n][0] = take, line[n++][1] = h->loss[0];
    if (mine) line[n][0] = cash, line[n++][1] = h->win[0];
    line[n][0] = 1, line[n++][1] = gain;
    return s->efficiency * on_line(line, n, win) + (1 - s->efficiency) * dead;
}

static int may_double(const stakes_t *s, int at, int owner, int who) {
    return owner * who >= 0 && (who > 0 ? s->height[at].mine : s->height[at].his);
}

/* The worth of the game if a double by `who` is dropped. */
static float dropped(const stakes_t *s, int at, int who) {
    return who > 0 ? s->height[at].win[0] : s->height[at].loss[0];
}

/* The worth of a position if its player on roll may double before rolling. */
static float at_once(const stakes_t *s, int at, int owner, int who, const float *out) {
    float now = worth(s, at, owner, who, out);
    if (!may_double(s, at, owner, who)) return now;
    float taken = (float)who * worth(s, at + 1, -who, who, out), cash = (float)who * dropped(s, at, who);
    return (float)who * fmaxf((float)who * now, fminf(taken, cash));
}

/* ---------------------------------------------------------------- a search at all rolls */

/* Set the pruning net from a net with `units` units; returns the number it must have (nothing is set for another). */
int set_quick(const float *net, int units) {
    static float row[26][COUNTS][QUICK];
    if (units == QUICK) Q = quick_of(net, row);
    return QUICK;
}

/* Keep only the plays that look best, at most `most` and none more than `gap` behind the first; a play that ends the game
   is kept alone. */
static void keep_promising(plays_t *plays, int most, float gap) {
    float look[KEPT];
    board_t best[KEPT];
    int found = 0;
    for (int i = 0; i < plays->count; i++)
        if (!own_left(plays->board[i])) {
            memcpy(plays->board[0], plays->board[i], 26);
            plays->count = 1;
            return;
        }
    if (plays->count <= most) return;
    for (int i = 0; i < plays->count; i++) {
        float value = quick_score(plays->board[i]);
        int at = found < most ? found++ : value > look[most - 1] ? most - 1 : -1;
        if (at < 0) continue;
        for (; at && look[at - 1] < value; at--) look[at] = look[at - 1], memcpy(best[at], best[at - 1], 26);
        look[at] = value;
        memcpy(best[at], plays->board[i], 26);
    }
    int kept = 1;
    while (kept < most && look[kept] >= look[0] - gap) kept++;
    memcpy(plays->board, best, 26 * (size_t)kept);
    plays->count = kept;
}

typedef struct {
    shape_t shape;
    const float *net;
    stakes_t stakes;
    board_t board;
    int owner, doubles, plies, race, cubeless;
} game_t;

/* The results of the 21 rolls: the board after the best play, turned for the player who rolls next, its outcomes seen by
   the player who began, and whether the trial ends there. */
typedef struct {
    int known;
    board_t board[RESULTS];
    float out[RESULTS][OUTPUTS];
    int8_t ends[RESULTS];
} look_t;

typedef struct {
    plays_t plays;
    int count, result[ROOM];
    board_t board[ROOM];
} candidates_t;

static void see_from_start(float *out, int who) {
    if (who > 0) return;
    float turned_[OUTPUTS];
    turn_outputs(turned_, out);
    memcpy(out, turned_, sizeof turned_);
}

/* Whether both players are bearing off, with few enough checkers for the exact tables. */
static int is_known(const int8_t *board) {
    for (int i = 7; i < 19; i++)
        if (board[i]) return 0;
    return !board[0] && !board[25] && own_left(board) <= EXACT && opponent_left(board) <= EXACT;
}

/* Whether the player on roll is racing to save a gammon, which the pruning net ignores; see race_plays.NEARLY_OFF. */
static int may_save_gammon(const int8_t *board) {
    int rear = 25, front = 0;
    while (rear && board[rear] <= 0) rear--;
    while (front < 26 && board[front] >= 0) front++;
    return rear < front && own_left(board) == 15 && opponent_left(board) <= NEARLY_OFF;
}

static void look_ahead_of(const game_t *g, const int8_t *board, int at, int who, int deep, candidates_t *c, look_t *look) {
    uint8_t rows[TOGETHER][ROW] = {{0}};
    pass_t p[TOGETHER];
    const uint8_t *seen[TOGETHER];
    const int8_t *boards[TOGETHER];
    float best[RESULTS];
    int result = 0, saving = may_save_gammon(board);
    c->count = 0;
    memset(look, 0, sizeof *look);
    for (int a = 1; a <= 6; a++)
        for (int b = 1; b <= a; b++, result++) {
            generate(&c->plays, board, a, b);
            if (!saving) keep_promising(&c->plays, deep ? DEEP_KEPT : KEPT, deep ? DEEP_GAP : GAP);
            best[result] = -1e9f;
            for (int i = 0; i < c->plays.count && c->count < ROOM; i++) {
                c->result[c->count] = result;
                turn(c->board[c->count++], c->plays.board[i]);
            }
        }
    for (int first = 0; first < c->count; first += TOGETHER) {
        int count = c->count - first < TOGETHER ? c->count - first : TOGETHER;
        for (int k = 0; k < count; k++) {
            int last = (k ? k : TOGETHER) - 1;
            encode(rows[k], c->board[first + k]);
            if (first + k == 0)
                sum_first(&g->shape, g->net, rows[k], p[k].sum[0]);
            else
                shift_first(&g->shape, g->net, rows[last], p[last].sum[0], rows[k], p[k].sum[0]);
            seen[k] = rows[k], boards[k] = c->board[first + k];
        }
        judge(&g->shape, g->net, p, count, seen, boards);
        for (int k = 0; k < count; k++) {
            const int8_t *next = boards[k];
            int r = c->result[first + k], over = !opponent_left(next);
            float *out = p[k].out;
            if (over) {
                board_t mover;
                turn(mover, next);
                int points = stake(mover);
                memset(out, 0, sizeof(float) * OUTPUTS);
                out[3] = points > 1, out[4] = points > 2;
            }
            see_from_start(out, -who);
            float value = (float)who * dead_worth(g->stakes.height + at, out);
            if (value <= best[r]) continue;
            best[r] = value;
            memcpy(look->board[r], next, 26);
            memcpy(look->out[r], out, sizeof(float) * OUTPUTS);
            look->ends[r] = (int8_t)(over || (g->cubeless && (is_known(next) || (!g->race && rows[k][RACE]))));
        }
    }
    look->known = 1;
}

static float mean_of(const game_t *g, const look_t *look, int at, int owner, int next) {
    float sum = 0;
    int result = 0;
    for (int a = 1; a <= 6; a++)
        for (int b = 1; b <= a; b++, result++)
            sum += (a == b ? 1.0f : 2.0f) * at_once(&g->stakes, at, owner, next, look->out[result]);
    return sum / THROWS;
}

/* ---------------------------------------------------------------- trials */

typedef struct {
    candidates_t candidates;
    look_t fresh, first, second[RESULTS], third[RESULTS][RESULTS]; /* searches shared by many trials */
} memory_t;

static int result_of(int throw) {
    int a = throw / 6, b = throw % 6, high = a > b ? a : b, low = a > b ? b : a;
    return high * (high + 1) / 2 + low;
}

/* Play one trial, whose first two throws are given; returns its result with the luck subtracted. */
static double trial(const game_t *g, memory_t *m, const int *given, uint64_t *random) {
    int at = 0, owner = g->owner, who = 1, result[2];
    double luck = 0;
    float out[OUTPUTS];
    board_t board;
    memcpy(board, g->board, 26);
    for (int ply = 0; ply < g->plies; ply++) {
        look_t *look = at || ply > 2 ? &m->fresh : !ply ? &m->first : ply == 1 ? m->second + result[0] : m->third[result[0]] + result[1];
        if (look == &m->fresh || !look->known) look_ahead_of(g, board, at, who, ply > 1, &m->candidates, look);
        float mean = mean_of(g, look, at, owner, -who);
        if ((ply || g->doubles) && may_double(&g->stakes, at, owner, who)) {
            float taken = (float)who * mean_of(g, look, at + 1, -who, -who), cash = (float)who * dropped(&g->stakes, at, who);
            if (fminf(taken, cash) >= (float)who * mean) {
                if (taken > cash) return dropped(&g->stakes, at, who) - luck;
                mean = (float)who * taken, owner = -who, at++;
            }
        }
        int throw = ply < 2 ? given[ply] : below(random, THROWS), r = result_of(throw);
        if (ply < 2) result[ply] = r;
        memcpy(board, look->board[r], 26);
        memcpy(out, look->out[r], sizeof out);
        who = -who;
        luck += at_once(&g->stakes, at, owner, who, out) - mean;
        if (look->ends[r]) break;
    }
    return at_once(&g->stakes, at, owner, who, out) - luck;
}

static void shuffle(int *throws, uint64_t *random) {
    for (int i = 0; i < THROWS; i++) throws[i] = i;
    for (int i = THROWS - 1; i > 0; i--) {
        int j = below(random, i + 1), kept = throws[i];
        throws[i] = throws[j], throws[j] = kept;
    }
}

/* Roll a position out in blocks of 36 trials until the standard error of the mean is at most `error`, but in at least
   `least` and at most `most` blocks; returns how many.  A block has each first throw once, and 36 blocks have each second
   throw once after each first.  The error is computed as if all trials were independent; the true one is rather less.

   `owner`: of the cube; `doubles`: the player on roll may double before the first roll; `plies`: the rolls after which a
   trial ends with the net's outputs.  The dice depend only on the seed, so that sister positions have the same. */
int roll_out(const spec_t *spec, const float *net, const stakes_t *stakes, const int8_t *board, int owner, int doubles,
             int plies, uint64_t seed, int least, int most, double error, double *mean, double *deviation) {
    game_t g = {.shape = shape_of(spec), .net = net, .stakes = *stakes, .owner = owner, .doubles = doubles, .plies = plies};
    memory_t *m = calloc(1, sizeof *m);
    uint8_t row[ROW] = {0};
    int first[THROWS], second[THROWS], block = 0;
    double sum = 0, squares = 0;
    memcpy(g.board, board, 26);
    encode(row, board);
    g.race = row[RACE] > 0;
    g.cubeless = !stakes->height[0].mine && !stakes->height[0].his;
    shuffle(first, &seed), shuffle(second, &seed);
    do {
        for (int i = 0; i < THROWS; i++) {
            const int throws[2] = {first[i], second[(i + block) % THROWS]};
            uint64_t random = seed + (uint64_t)(block * THROWS + i) * 0x632be59bd9b4e019ull;
            double found = trial(&g, m, throws, &random);
            sum += found, squares += found * found;
        }
        int n = ++block * THROWS;
        *mean = sum / n;
        *deviation = sqrt(fmax(squares - sum * *mean, 0) / (n - 1) / n);
    } while (block < most && (block < least || *deviation > error));
    free(m);
    return block;
}

/* The worth of positions with these outcomes to the player on roll: each without a double now, then if one is allowed. */
void worths(const stakes_t *stakes, int owner, const float *out, int n, float *found) {
    for (int i = 0; i < n; i++) {
        found[2 * i] = worth(stakes, 0, owner, 1, out + OUTPUTS * i);
        found[2 * i + 1] = at_once(stakes, 0, owner, 1, out + OUTPUTS * i);
    }
}
