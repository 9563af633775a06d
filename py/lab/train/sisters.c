/* Sisters: the best plays of a roll, each with its value by a search at all rolls that may follow.

   Rule kept: a net chooses between sisters, so it is taught how they differ; the value that they have in common counts
   for little.  Records are stored group by group, in each group the best by the net first. */

enum { SISTERS = 5 };

typedef struct {
    board_t board;  /* after the play, seen by the opponent, who is on roll */
    uint8_t at, of; /* place in the group, size of the group */
    float worth[OUTPUTS];
} sister_t;

typedef struct {
    float near;       /* sisters at most this many points behind the best are judged */
    float wild, midst; /* as in plan_t */
    float carry;      /* the trace with which later searches correct what sisters have in common */
} judging_t;

/* Find the sisters of a roll, best first, and the net's outputs for each; returns how many, 0 if a play ends the game or
   the best one leads to a race.  Plays that lead to a race are no sisters: the net does not judge races. */
static int find_sisters(const lab_t *lab, const judging_t *how, plays_t *plays, board_t *sister, float (*word)[OUTPUTS]) {
    float value[SISTERS];
    uint8_t row[ROW] = {0};
    pass_t p;
    int found = 0, near = 0;
    float race = 1e9f;
    for (int i = 0; i < plays->count; i++)
        if (!own_left(plays->board[i])) return 0;
    prune(&lab->s, lab->mean, lab->quick, plays, LOOKED);
    for (int i = 0; i < plays->count; i++) {
        board_t next;
        turn(next, plays->board[i]);
        encode(row, next);
        sum_first(&lab->s, lab->mean, row, p.sum[0]);
        judge(&lab->s, lab->mean, &p, 1, (const uint8_t *[]){row}, (const int8_t *[]){next});
        float worth = equity(p.out);
        if (row[RACE]) {
            race = fminf(race, worth);
            continue;
        }
        int at = found < SISTERS ? found++ : worth < value[SISTERS - 1] ? SISTERS - 1 : -1;
        if (at < 0) continue;
        for (; at && value[at - 1] > worth; at--) {
            value[at] = value[at - 1];
            memcpy(sister[at], sister[at - 1], 26);
            memcpy(word[at], word[at - 1], sizeof *word);
        }
        value[at] = worth;
        memcpy(sister[at], next, 26);
        memcpy(word[at], p.out, sizeof *word);
    }
    if (!found || race <= value[0]) return 0;
    while (near < found && value[near] <= value[0] + how->near) near++;
    return near;
}

/* Judge the sisters by looking ahead; returns the place of the best. */
static int judge_sisters(const lab_t *lab, plays_t *plays, const board_t *sister, int count, sister_t *out) {
    int best = 0;
    for (int i = 0; i < count; i++) {
        memcpy(out[i].board, sister[i], 26);
        out[i].at = (uint8_t)i, out[i].of = (uint8_t)count;
        look_ahead(lab, sister[i], plays, out[i].worth);
        if (equity(out[i].worth) < equity(out[best].worth)) best = i;
    }
    return best;
}

/* The sisters of one turn of a game: where they are stored, which was played, and the net's outputs for its own favourite,
   which are what a search from before the roll finds for this roll. */
typedef struct {
    sister_t *first;
    int best;
    float word[OUTPUTS];
} turn_t;

/* Correct the sisters of each turn by as much as later searches exceeded the net's outputs, times `carry` for each ply: a
   search of one ply misses part of what sisters have in common.  The luck of the dice is left out, as in play_game. */
static void correct_sisters(turn_t *turns, int count, float carry) {
    float above[OUTPUTS] = {0};
    for (int i = count - 1; i >= 0; i--) {
        const turn_t *t = turns + i;
        if (!t->first) { /* a stray: what follows it says nothing about the plays before it */
            memset(above, 0, sizeof above);
            continue;
        }
        for (int k = 0; k < t->first->of; k++)
            for (int o = 0; o < OUTPUTS; o++) t->first[k].worth[o] += carry * above[o];
        float value[OUTPUTS];
        for (int o = 0; o < OUTPUTS; o++) value[o] = t->first[t->best].worth[o] - t->word[o];
        turn_outputs(above, value);
        above[0] -= 1;
    }
}

/* Play a game until it ends, becomes a race or fills the room; returns how many sisters were judged. */
static int play_sisters(lab_t *lab, const judging_t *how, table_t *t, sister_t *out, int room) {
    const plan_t plan = {.wild = how->wild, .midst = how->midst};
    static _Thread_local turn_t turns[LONGEST];
    uint64_t *random = &lab->random;
    board_t board, sister[SISTERS];
    float word[SISTERS][OUTPUTS];
    int made = 0, length, midst = unit(random) < plan.midst && begin_in_midst(lab, &plan, random, board);
    int strays = midst ? 1 : begin(lab, random, t, board);
    float stray = unit(random) < plan.wild ? 0.24f * unit(random) : 0;
    encode(t->past[0].row, board);
    memcpy(t->past[0].board, board, 26);
    for (length = 1; length < LONGEST && made + SISTERS <= room; length++) {
        int a = 1 + below(random, 6), b = 1 + below(random, 6);
        turn_t *now = turns + length - 1;
        while (length == 1 && !strays && a == b) b = 1 + below(random, 6);
        generate(&t->plays, board, a, b);
        now->first = NULL;
        if (stray > 0 && t->plays.count > 1 && unit(random) < stray) {
            const int8_t *any = t->plays.board[below(random, t->plays.count)];
            if (!own_left(any)) break;
            turn(board, any);
        } else {
            int count = find_sisters(lab, how, &t->plays, sister, word);
            if (!count) break;
            now->first = out + made;
            now->best = judge_sisters(lab, &t->plays, sister, count, now->first);
            memcpy(now->word, word[0], sizeof now->word);
            memcpy(board, sister[now->best], 26);
            made += count;
        }
        memcpy(t->past[length].board, board, 26);
        encode(t->past[length].row, board);
        if (t->past[length].row[RACE]) {
            length++;
            break;
        }
    }
    correct_sisters(turns, length - 1, how->carry);
    if (!midst) keep_spots(lab, random, t, length - 1);
    return made;
}

/* Teach the pruning net from rolls of the net's own games. */
static void teach_pruning(lab_t *lab, table_t *t) {
    board_t board, next;
    float out[OUTPUTS];
    while (lab->fresh < FRESH) {
        uint8_t row[ROW] = {0};
        int over = 0;
        begin(lab, &lab->random, t, board);
        while (lab->fresh < FRESH && !over && !row[RACE]) {
            generate(&t->plays, board, 1 + below(&lab->random, 6), 1 + below(&lab->random, 6));
            lab->fresh++;
            teach_quick(&lab->s, lab->mean, lab->quick, &t->plays);
            over = choose(&lab->s, lab->mean, &t->plays, next, out, row);
            memcpy(board, next, 26);
        }
    }
}

/* Collect judged sisters until there is no room for another full group; returns how many there are. */
int collect_sisters(lab_t *lab, const judging_t *how, sister_t *out, int room) {
    table_t *t = calloc(1, sizeof *t);
    int made = 0;
    teach_pruning(lab, t);
    while (made + SISTERS <= room) made += play_sisters(lab, how, t, out + made, room - made);
    free(t);
    return made;
}

/* ---------------------------------------------------------------- learning from them */

typedef struct {
    plan_t plan;    /* only rate, deep, mean, limit, points and batch (in groups) are used */
    float sisters;  /* the weight of the squared errors of the differences */
    float near;     /* a sister this many points behind the best has 1/e of its weight */
    int threads;
} fit_t;

typedef struct {
    lab_t *lab;
    const fit_t *fit;
    const sister_t *all;
    const uint32_t *first;
    int groups, samples;
    float *grad, top[LAYERS][WIDEST];
    double loss;
    pthread_t thread;
} part_t;

/* The pull on each sister's equity: its own error, and its error beyond the group's mean, in which the best count most. */
static void pulls(const fit_t *fit, const sister_t *group, const float *error, float *pull) {
    float least = 1e9f, all = 0, mean = 0, weight[SISTERS];
    for (int i = 0; i < group->of; i++) least = fminf(least, equity(group[i].worth));
    for (int i = 0; i < group->of; i++) {
        all += weight[i] = expf((least - equity(group[i].worth)) / fit->near);
        mean += weight[i] * error[i];
    }
    for (int i = 0; i < group->of; i++)
        pull[i] = fit->plan.points * error[i] + fit->sisters * weight[i] * (error[i] - mean / all);
}

static void *add_part(void *given) {
    part_t *part = given;
    const shape_t *s = &part->lab->s;
    const float *net = part->lab->net;
    for (int g = 0; g < part->groups; g++) {
        const sister_t *group = part->all + part->first[g];
        sample_t sample[SISTERS];
        pass_t p[SISTERS];
        float off[OUTPUTS], error[SISTERS], pull[SISTERS];
        for (int i = 0; i < group->of; i++) {
            memset(sample[i].row, 0, ROW);
            encode(sample[i].row, group[i].board);
            memcpy(sample[i].target, group[i].worth, sizeof sample[i].target);
            sample[i].own = (uint8_t)own_left(group[i].board), sample[i].opponent = (uint8_t)opponent_left(group[i].board);
            part->loss += read_sample(s, net, &sample[i], &p[i]);
            error[i] = errors(&p[i], &sample[i], off);
            note_top(s, part->top, &p[i]);
        }
        pulls(part->fit, group, error, pull);
        for (int i = 0; i < group->of; i++) backward(s, net, part->grad, &p[i], &sample[i], pull[i]);
        part->samples += group->of;
    }
    return NULL;
}

/* Learn from the groups that begin at `first`, batch by batch.  The same order and number of threads give the same net. */
void fit_sisters(lab_t *lab, const fit_t *fit, const sister_t *all, const uint32_t *first, int groups) {
    enum { MOST = 8 };
    int threads = fit->threads < MOST ? fit->threads : MOST;
    size_t bytes = sizeof(float) * (size_t)lab->s.weights;
    part_t *parts = calloc((size_t)threads, sizeof *parts);
    for (int t = 0; t < threads; t++) {
        parts[t].grad = t ? zeros(bytes) : lab->grad;
        memcpy(parts[t].top, lab->top, sizeof lab->top);
    }
    for (int at = 0; at < groups; at += fit->plan.batch) {
        int batch = groups - at < fit->plan.batch ? groups - at : fit->plan.batch, samples = 0;
        for (int t = 0; t < threads; t++) {
            part_t *part = parts + t;
            int from = batch * t / threads, to = batch * (t + 1) / threads;
            part->lab = lab, part->fit = fit, part->all = all;
            part->first = first + at + from, part->groups = to - from, part->samples = 0, part->loss = 0;
            memset(part->grad, 0, bytes);
            if (t) pthread_create(&part->thread, NULL, add_part, part);
        }
        add_part(parts);
        for (int t = 0; t < threads; t++) {
            if (t) {
                pthread_join(parts[t].thread, NULL);
                add(lab->grad, parts[t].grad, 1, lab->s.weights);
            }
            lab->loss += parts[t].loss;
            samples += parts[t].samples;
            for (int l = 0; l < LAYERS; l++)
                for (int i = 0; i < WIDEST; i++) lab->top[l][i] = fmaxf(lab->top[l][i], parts[t].top[l][i]);
        }
        lab->positions += (uint64_t)samples;
        step_down(lab, &fit->plan, samples);
    }
    for (int t = 1; t < threads; t++) free(parts[t].grad);
    free(parts);
}
