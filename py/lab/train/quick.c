/* The pruning net of backgammon/engine/pruning.py, for the CPU and the GPU.

   Rule kept: its net is passed in; a test checks that both implementations agree. */

enum { QUICK = 48, COUNTS = 31 };

typedef struct {
    const float (*row)[COUNTS][QUICK]; /* terms of the hidden layer, by point and count + 15 */
    float bias[QUICK], out[QUICK];
} quick_t;

TABLES quick_t Q;

/* Build the pruning net from a net laid out by `lab.train.export.as_net`; its rows are written to `row`. */
static quick_t quick_of(const float *net, float (*row)[COUNTS][QUICK]) {
    quick_t quick = {row, {0}, {0}};
    const float *out = net + (26 * 8 + 1) * QUICK;
    for (int j = 0; j < QUICK; j++) quick.bias[j] = net[26 * 8 * QUICK + j], quick.out[j] = out[LAST * j];
    for (int point = 0; point < 26; point++)
        for (int count = -15; count < 16; count++) {
            int n = abs(count);
            const float fact[4] = {(float)(n == 1), (float)(n >= 2), (float)(n >= 3), n > 3 ? 0.3125f * (float)(n - 3) : 0};
            for (int j = 0; j < QUICK; j++) {
                float sum = 0;
                for (int i = 0; i < 4; i++) sum += fact[i] * net[(8 * point + (count < 0 ? 4 : 0) + i) * QUICK + j];
                row[point][count + 15][j] = sum;
            }
        }
    return quick;
}

/* The pruning net's score of a board after a play, seen by the player who moved. */
DEVICE float quick_score(const int8_t *board) {
    float unit[QUICK], sum = 0;
    for (int j = 0; j < QUICK; j++) unit[j] = Q.bias[j];
    for (int point = 0; point < 26; point++)
        if (board[point])
            for (int j = 0; j < QUICK; j++) unit[j] += Q.row[point][board[point] + 15][j];
    for (int j = 0; j < QUICK; j++) sum += Q.out[j] * hold(unit[j], 0, 1);
    return sum;
}
