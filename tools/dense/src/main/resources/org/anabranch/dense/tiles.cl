// Dense tiles, for kernels that are declared in Operation, where Java code says what they compute; TileText gives the groups.
// Comes with the name of the kernel that is wanted; REAL, the type of an element; SINGLE for floats; ANABRANCH_CPU where the device is the processor, whose shape is: one item
// of a group does everything, on panels that it packs. On other devices all 64 items of a group share what they load.
// A matrix is a View: its element (i, j) lies at[i * down + j * across], so a transpose is
// a View with the steps exchanged, and a triangle turned end for end has negative steps.

#define GROUP __attribute__((reqd_work_group_size(64, 1, 1)))
#define COLUMNS 1
#define TRANSPOSE_A 2
#define TRANSPOSE_B 4
#define UPPER 8
#define RIGHT 16
#define UNIT 32
#define BACKWARDS 64
#define BLOCK 32 // rows and columns of C for each group of a product
#define ALL 0
#define LOWER_PART 1
#define UPPER_PART 2

typedef struct {
    __global REAL *at;
    long down, across;
} View;

static View view(__global REAL *at, int form, long offset, long pitch, long lines, long rows, long columns) {
    View v;
    bool turned = (form & COLUMNS) != 0;
    long step = lines == 1 ? (turned ? rows : columns) : pitch; // a tile as wide as its buffer comes as one long line
    v.at = at + offset;
    v.down = turned ? 1 : step;
    v.across = turned ? step : 1;
    return v;
}

static View turn(View v) {
    View turned = {v.at, v.across, v.down};
    return turned;
}

static View part(View v, long row, long column) {
    View moved = {v.at + row * v.down + column * v.across, v.down, v.across};
    return moved;
}

// The last row and column come first.
static View backwards(View v, long rows, long columns) {
    View reversed = {v.at + (rows - 1) * v.down + (columns - 1) * v.across, -v.down, -v.across};
    return reversed;
}

// Of groups in a line, or in more dimensions.
static long all_groups() {
    return get_num_groups(0) * get_num_groups(1) * get_num_groups(2);
}

static long this_group() {
    return get_group_id(0) + get_num_groups(0) * (get_group_id(1) + get_num_groups(1) * get_group_id(2));
}

#ifdef ANABRANCH_CPU

#ifdef SINGLE
#define VEC float16
#define LOAD vload16
#define STORE vstore16
#define LANES 16
#else
#define VEC double8
#define LOAD vload8
#define STORE vstore8
#define LANES 8
#endif
#ifdef __AVX512F__
#define DOWN 12 // a block of C in registers
#define VECS 2
#else
#define DOWN 6
#define VECS 1
#endif
// PoCL would give each work-item of a group the arrays of what it inlines, and no stack has room for 64 of them.
#define APART __attribute__((noinline))
#define ACROSS (VECS * LANES)
#define DEPTH 256 // of packed panels
#define WIDTH (16 * LANES) // columns of B that are packed at a time
#define HEIGHT 240 // rows of C that use them

typedef struct {
    VEC row[DOWN][VECS];
} Sums;

// Rows of A, column after column; zeros fill the panel up.
static void pack_down(View a, long rows, long depth, REAL *panel) {
    if (a.down == 1 && rows == DOWN) {
        for (long k = 0; k < depth; k++) {
            __global const REAL *from = a.at + k * a.across;
#pragma unroll
            for (int i = 0; i < DOWN; i++) {
                panel[k * DOWN + i] = from[i];
            }
        }
        return;
    }
    if (a.across == 1 && rows == DOWN) {
        for (int i = 0; i < DOWN; i += 6) {
            __global const REAL *from = a.at + i * a.down;
            for (long k = 0; k < depth; k++) {
#pragma unroll
                for (int l = 0; l < 6; l++) {
                    panel[k * DOWN + i + l] = from[l * a.down + k];
                }
            }
        }
        return;
    }
    for (long k = 0; k < depth; k++) {
        for (long i = 0; i < DOWN; i++) {
            panel[k * DOWN + i] = i < rows ? a.at[i * a.down + k * a.across] : 0;
        }
    }
}

// Columns of B, row after row, panel after panel.
static void pack_across(View b, REAL factor, long depth, long columns, REAL *panels) {
    for (long j = 0; j < columns; j += ACROSS, panels += DEPTH * ACROSS) {
        long width = min((long) ACROSS, columns - j);
        View from = part(b, 0, j);
        if (b.across == 1 && width == ACROSS) {
            for (long k = 0; k < depth; k++) {
#pragma unroll
                for (int v = 0; v < VECS; v++) {
                    STORE(factor * LOAD(v, from.at + k * from.down), v, panels + k * ACROSS);
                }
            }
            continue;
        }
        if (b.down == 1 && width == ACROSS) {
            for (int l = 0; l < ACROSS; l += 8) {
                __global const REAL *line = from.at + l * from.across;
                for (long k = 0; k < depth; k++) {
#pragma unroll
                    for (int i = 0; i < 8; i++) {
                        panels[k * ACROSS + l + i] = factor * line[i * from.across + k];
                    }
                }
            }
            continue;
        }
        for (long k = 0; k < depth; k++) {
            for (long l = 0; l < ACROSS; l++) {
                panels[k * ACROSS + l] = l < width ? factor * from.at[k * from.down + l * from.across] : 0;
            }
        }
    }
}

// The way back.
static void unpack_across(const REAL *panels, long depth, long columns, View b) {
    for (long j = 0; j < columns; j += ACROSS, panels += DEPTH * ACROSS) {
        long width = min((long) ACROSS, columns - j);
        View to = part(b, 0, j);
        if (b.across == 1 && width == ACROSS) {
            for (long k = 0; k < depth; k++) {
#pragma unroll
                for (int v = 0; v < VECS; v++) {
                    STORE(LOAD(v, panels + k * ACROSS), v, to.at + k * to.down);
                }
            }
            continue;
        }
        for (long l = 0; l < width; l++) {
            for (long k = 0; k < depth; k++) {
                to.at[k * to.down + l * to.across] = panels[k * ACROSS + l];
            }
        }
    }
}

static void add_products(Sums *sums, const REAL *a, const REAL *b, long depth) {
    Sums s = *sums;
    for (long k = 0; k < depth; k++) {
        VEC x[VECS];
#pragma unroll
        for (int v = 0; v < VECS; v++) {
            x[v] = LOAD(v, b + k * ACROSS);
        }
#pragma unroll
        for (int i = 0; i < DOWN; i++) {
#pragma unroll
            for (int v = 0; v < VECS; v++) {
                s.row[i][v] = fma((VEC) a[k * DOWN + i], x[v], s.row[i][v]);
            }
        }
    }
    *sums = s;
}

static void store_line(__global REAL *line, const VEC *sums, REAL alpha, REAL beta, long from, long to) {
    if (from <= 0 && to >= ACROSS) {
#pragma unroll
        for (int v = 0; v < VECS; v++) {
            VEC value = alpha * sums[v];
            if (beta != 0) {
                value += beta * LOAD(v, line);
            }
            STORE(value, v, line);
        }
        return;
    }
    REAL values[ACROSS];
#pragma unroll
    for (int v = 0; v < VECS; v++) {
        STORE(alpha * sums[v], v, values);
    }
    for (long j = max(0L, from); j < to; j++) {
        line[j] = beta == 0 ? values[j] : values[j] + beta * line[j];
    }
}

// C = alpha A B + beta C, or a triangle of it: C's column 0 is so many columns right of the diagonal in row 0.
static APART void multiply(View a, View b, View c, long m, long n, long depth, REAL alpha, REAL beta, int triangle, long shift) {
    REAL down[DEPTH * DOWN] __attribute__((aligned(64)));
    REAL across[DEPTH * WIDTH] __attribute__((aligned(64)));
    for (long j = 0; j < n; j += WIDTH) {
        long width = min((long) WIDTH, n - j);
        for (long k = 0; k < depth; k += DEPTH) {
            long steps = min((long) DEPTH, depth - k);
            REAL factor = k == 0 ? beta : 1;
            pack_across(part(b, k, j), 1, steps, width, across);
            for (long i = 0; i < m; i += DOWN) {
                long first = shift + j - i; // of the first column, right of the diagonal
                if (triangle == LOWER_PART && first >= DOWN || triangle == UPPER_PART && first + width <= 0) {
                    continue;
                }
                long rows = min((long) DOWN, m - i);
                pack_down(part(a, i, k), rows, steps, down);
                for (long l = 0; l < width; l += ACROSS) {
                    long right = first + l;
                    if (triangle == LOWER_PART && right >= DOWN || triangle == UPPER_PART && right + ACROSS <= 0) {
                        continue;
                    }
                    Sums sums = {};
                    add_products(&sums, down, across + l * DEPTH, steps);
                    __global REAL *line = c.at + i * c.down + j + l;
                    for (long r = 0; r < rows; r++) {
                        long from = triangle == UPPER_PART ? r - right : 0;
                        long to = triangle == LOWER_PART ? r - right + 1 : ACROSS;
                        store_line(line + r * c.down, sums.row[r], alpha, factor, from, min(to, width - l));
                    }
                }
            }
        }
    }
}

// Groups share C in blocks that are worth packing for: some of them get one, evenly spread.
static void multiply_block(View a, View b, View c, long m, long n, long depth, REAL alpha, REAL beta, int triangle) {
    long across = (n + WIDTH - 1) / WIDTH;
    long blocks = (m + HEIGHT - 1) / HEIGHT * across;
    long groups = all_groups(), group = this_group();
    for (long block = (group * blocks + groups - 1) / groups; block * groups < (group + 1) * blocks; block++) {
        long i = block / across * HEIGHT, j = block % across * WIDTH;
        multiply(part(a, i, 0), part(b, 0, j), part(c, i, j), min((long) HEIGHT, m - i), min((long) WIDTH, n - j), depth,
                alpha, beta, triangle, j - i);
    }
}

static void subtract_products(const REAL *down, const REAL *across, long depth, long rows, long columns, REAL *x) {
    for (long l = 0; l < columns; l += ACROSS) {
        Sums sums = {};
        add_products(&sums, down, across + l * DEPTH, depth);
        for (long r = 0; r < rows; r++) {
#pragma unroll
            for (int v = 0; v < VECS; v++) {
                REAL *line = x + l * DEPTH + r * ACROSS;
                STORE(LOAD(v, line) - sums.row[r][v], v, line);
            }
        }
    }
}

// A few rows of X, when the products with those above are subtracted.
static void solve_rows(View t, bool unit, long rows, long columns, REAL *x) {
    for (long l = 0; l < columns; l += ACROSS) {
        for (long r = 0; r < rows; r++) {
#pragma unroll
            for (int v = 0; v < VECS; v++) {
                REAL *line = x + l * DEPTH;
                VEC value = LOAD(v, line + r * ACROSS);
                for (long q = 0; q < r; q++) {
                    value -= t.at[r * t.down + q * t.across] * LOAD(v, line + q * ACROSS);
                }
                STORE(unit ? value : value / t.at[r * (t.down + t.across)], v, line + r * ACROSS);
            }
        }
    }
}

// B = alpha T^-1 B with a lower triangle T, for 64 columns of B at most.
static APART void solve(View t, View b, long n, long columns, bool unit, REAL alpha) {
    REAL x[DEPTH * 64] __attribute__((aligned(64)));
    REAL above[DEPTH * 64] __attribute__((aligned(64)));
    REAL down[DEPTH * DOWN] __attribute__((aligned(64)));
    for (long c = 0; c < n; c += DEPTH) {
        long steps = min((long) DEPTH, n - c);
        pack_across(part(b, c, 0), alpha, steps, columns, x);
        for (long p = 0; p < c; p += DEPTH) {
            pack_across(part(b, p, 0), 1, DEPTH, columns, above);
            for (long i = 0; i < steps; i += DOWN) {
                long rows = min((long) DOWN, steps - i);
                pack_down(part(t, c + i, p), rows, DEPTH, down);
                subtract_products(down, above, DEPTH, rows, columns, x + i * ACROSS);
            }
        }
        for (long i = 0; i < steps; i += DOWN) {
            long rows = min((long) DOWN, steps - i);
            if (i > 0) {
                pack_down(part(t, c + i, c), rows, i, down);
                subtract_products(down, x, i, rows, columns, x + i * ACROSS);
            }
            solve_rows(part(t, c + i, c + i), unit, rows, columns, x + i * ACROSS);
        }
        unpack_across(x, steps, columns, part(b, c, 0));
    }
}

static APART void factor_corner(View a, long n) {
    REAL lines[64][64], column[64];
    for (long i = 0; i < n; i++) {
        for (long j = 0; j <= i; j++) {
            lines[i][j] = a.at[i * a.down + j * a.across];
        }
    }
    for (long j = 0; j < n; j++) {
        REAL pivot = lines[j][j] > 0 ? sqrt(lines[j][j]) : (REAL) NAN;
        lines[j][j] = pivot;
        for (long i = j + 1; i < n; i++) {
            column[i] = lines[i][j] /= pivot;
        }
        for (long i = j + 1; i < n; i++) {
            REAL factor = column[i];
            for (long k = j + 1; k <= i; k++) {
                lines[i][k] -= factor * column[k];
            }
        }
    }
    for (long i = 0; i < n; i++) {
        for (long j = 0; j <= i; j++) {
            a.at[i * a.down + j * a.across] = lines[i][j];
        }
    }
}

static APART void factor(View a, long n) {
    for (long k = 0; k < n; k += 64) {
        long width = min(64L, n - k), left = n - k - width;
        View corner = part(a, k, k), below = part(corner, width, 0), rest = part(corner, width, width);
        factor_corner(corner, width);
        for (long i = 0; i < left; i += 64) {
            solve(corner, turn(part(below, i, 0)), width, min(64L, left - i), false, 1);
        }
        if (rest.across == 1) {
            multiply(below, turn(below), rest, left, left, width, -1, 1, LOWER_PART, 0);
        } else {
            multiply(below, turn(below), turn(rest), left, left, width, -1, 1, UPPER_PART, 0);
        }
    }
}

#else

// A group has a block of 32 x 32 elements, an item 4 x 4 of them; what the block needs of A and B goes through local memory.
#define STEPS 16

static void multiply_block(View a, View b, View c, long m, long n, long depth, REAL alpha, REAL beta, int triangle,
        __local REAL *down, __local REAL *across) {
    long wide = (n + BLOCK - 1) / BLOCK;
    long blocks = (m + BLOCK - 1) / BLOCK * wide;
    int item = get_local_id(0);
    int row = item / 8 * 4, column = item % 8;
    for (long block = this_group(); block < blocks; block += all_groups()) {
        long i0 = block / wide * BLOCK, j0 = block % wide * BLOCK;
        if (triangle == LOWER_PART && j0 > i0 || triangle == UPPER_PART && i0 > j0) {
            continue;
        }
        REAL sums[4][4] = {{0}};
        for (long k0 = 0; k0 < depth; k0 += STEPS) {
            for (int e = item; e < BLOCK * STEPS; e += 64) {
                // neighbouring items read neighbouring elements
                int i = a.down == 1 ? e % BLOCK : e / STEPS, ka = a.down == 1 ? e / BLOCK : e % STEPS;
                int j = b.across == 1 ? e % BLOCK : e / STEPS, kb = b.across == 1 ? e / BLOCK : e % STEPS;
                down[ka * (BLOCK + 1) + i] =
                        i0 + i < m && k0 + ka < depth ? a.at[(i0 + i) * a.down + (k0 + ka) * a.across] : 0;
                across[kb * (BLOCK + 1) + j] =
                        j0 + j < n && k0 + kb < depth ? b.at[(k0 + kb) * b.down + (j0 + j) * b.across] : 0;
            }
            barrier(CLK_LOCAL_MEM_FENCE);
            for (int k = 0; k < STEPS; k++) {
                REAL x[4], y[4];
#pragma unroll
                for (int i = 0; i < 4; i++) {
                    x[i] = down[k * (BLOCK + 1) + row + i];
                    y[i] = across[k * (BLOCK + 1) + column + 8 * i];
                }
#pragma unroll
                for (int i = 0; i < 4; i++) {
#pragma unroll
                    for (int j = 0; j < 4; j++) {
                        sums[i][j] = fma(x[i], y[j], sums[i][j]);
                    }
                }
            }
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        for (int r = 0; r < 4; r++) {
            for (int s = 0; s < 4; s++) {
                long i = i0 + row + r, j = j0 + column + 8 * s;
                if (i < m && j < n && !(triangle == LOWER_PART && j > i) && !(triangle == UPPER_PART && i > j)) {
                    __global REAL *element = c.at + i * c.down + j;
                    *element = beta == 0 ? alpha * sums[r][s] : alpha * sums[r][s] + beta * *element;
                }
            }
        }
    }
}

// An item has a column.
static void solve(View t, View b, long n, long columns, bool unit, REAL alpha) {
    long j = get_local_id(0);
    for (long i = 0; i < n && j < columns; i++) {
        REAL sum = alpha * b.at[i * b.down + j * b.across];
        for (long k = 0; k < i; k++) {
            sum -= t.at[i * t.down + k * t.across] * b.at[k * b.down + j * b.across];
        }
        b.at[i * b.down + j * b.across] = unit ? sum : sum / t.at[i * (t.down + t.across)];
    }
}

static void factor(View a, long n) {
    long item = get_local_id(0);
    for (long j = 0; j < n; j++) {
        View rest = part(a, j, j);
        if (item == 0) {
            *rest.at = *rest.at > 0 ? sqrt(*rest.at) : (REAL) NAN;
        }
        barrier(CLK_GLOBAL_MEM_FENCE);
        for (long i = item + 1; i < n - j; i += 64) {
            rest.at[i * rest.down] /= *rest.at;
        }
        barrier(CLK_GLOBAL_MEM_FENCE);
        for (long i = item + 1; i < n - j; i += 64) {
            for (long k = 1; k <= i; k++) {
                rest.at[i * rest.down + k * rest.across] -= rest.at[i * rest.down] * rest.at[k * rest.down];
            }
        }
        barrier(CLK_GLOBAL_MEM_FENCE);
    }
}

#endif

// Whether an operand is a matrix of so many rows and columns.
static bool fits(int form, long lines, long length, long rows, long columns) {
    return rows > 0 && columns > 0 && lines * length == rows * columns
            && (lines == 1 || length == (form & COLUMNS ? rows : columns));
}

// What a call that does not fit leaves: no number. Nothing is touched but the operand itself.
static void spoil(__global REAL *at, long offset, long pitch, long lines, long length) {
    long items = all_groups() * 64;
    for (long e = this_group() * 64 + get_local_id(0); e < lines * length; e += items) {
        at[offset + e / length * pitch + e % length] = (REAL) NAN;
    }
}

#define OPERAND(name) __global REAL *name, long name##_offset, long name##_pitch, long name##_rows, long name##_columns
#define VIEW(name, rows, columns) view(name, form, name##_offset, name##_pitch, name##_rows, rows, columns)
#define FITS(name, rows, columns) fits(form, name##_rows, name##_columns, rows, columns)
#define SPOIL(name) spoil(name, name##_offset, name##_pitch, name##_rows, name##_columns)
#ifdef ANABRANCH_CPU
#define SHARED
#define PRODUCT(...) \
    if (get_local_id(0) == 0) { \
        multiply_block(__VA_ARGS__); \
    }
#else
#define SHARED __local REAL down[STEPS * (BLOCK + 1)], across[STEPS * (BLOCK + 1)];
#define PRODUCT(...) multiply_block(__VA_ARGS__, down, across)
#endif

#ifdef GEMM
__kernel GROUP void gemm(
        OPERAND(a), OPERAND(b), OPERAND(c), int form, long m, long n, long k, double alpha, double beta) {
    SHARED
    bool ta = (form & TRANSPOSE_A) != 0, tb = (form & TRANSPOSE_B) != 0;
    if (!FITS(a, ta ? k : m, ta ? m : k) || !FITS(b, tb ? n : k, tb ? k : n) || !FITS(c, m, n)) {
        SPOIL(c);
        return;
    }
    View left = VIEW(a, ta ? k : m, ta ? m : k), right = VIEW(b, tb ? n : k, tb ? k : n), target = VIEW(c, m, n);
    left = ta ? turn(left) : left;
    right = tb ? turn(right) : right;
    bool turned = (form & COLUMNS) != 0; // C' = B' A', whose rows are contiguous
    PRODUCT(turned ? turn(right) : left, turned ? turn(left) : right, turned ? turn(target) : target, turned ? n : m,
            turned ? m : n, k, alpha, beta, ALL);
}
#endif

#ifdef SYRK
__kernel GROUP void syrk(OPERAND(a), OPERAND(c), int form, long n, long k, double alpha, double beta) {
    SHARED
    bool ta = (form & TRANSPOSE_A) != 0;
    if (!FITS(a, ta ? k : n, ta ? n : k) || !FITS(c, n, n)) {
        SPOIL(c);
        return;
    }
    View left = VIEW(a, ta ? k : n, ta ? n : k), target = VIEW(c, n, n);
    left = ta ? turn(left) : left;
    bool turned = (form & COLUMNS) != 0, upper = (form & UPPER) != 0;
    PRODUCT(left, turn(left), turned ? turn(target) : target, n, n, k, alpha, beta,
            upper == turned ? LOWER_PART : UPPER_PART);
}
#endif

#ifdef TRSM
__kernel GROUP void trsm(OPERAND(a), OPERAND(b), int form, long m, long n, double alpha) {
    bool right = (form & RIGHT) != 0;
    long rows = right ? n : m, columns = right ? m : n;
    if (!FITS(a, rows, rows) || !FITS(b, m, n)) {
        SPOIL(b);
        return;
    }
    View t = VIEW(a, rows, rows), x = VIEW(b, m, n);
    bool turned = (form & TRANSPOSE_A) != 0;
    if (right) { // X op(A) = B is op(A)' X' = B'
        turned = !turned;
        x = turn(x);
    }
    t = turned ? turn(t) : t;
    if (((form & UPPER) != 0) != turned) { // an upper triangle, turned end for end, is a lower one
        t = backwards(t, rows, rows);
        x = part(x, rows - 1, 0);
        x.down = -x.down;
    }
    for (long j = this_group() * 64; j < columns; j += all_groups() * 64) {
#ifdef ANABRANCH_CPU
        if (get_local_id(0) > 0) {
            continue;
        }
#endif
        solve(t, part(x, 0, j), rows, min(64L, columns - j), (form & UNIT) != 0, alpha);
    }
}
#endif

#ifdef LASWP
// Row i changes with row pivots[i], one after another; items have columns.
__kernel GROUP void laswp(
        OPERAND(a), __global const int *pivots, long offset, long pitch, long lines, long length, int form, long m, long n,
        long k) {
    if (!FITS(a, m, n) || lines * length != k || k > m) {
        SPOIL(a);
        return;
    }
    View all = VIEW(a, m, n);
    for (long j = this_group() * 64 + get_local_id(0); j < n; j += all_groups() * 64) {
        for (long step = 0; step < k; step++) {
            long i = form & BACKWARDS ? k - 1 - step : step;
            int pivot = pivots[offset + i];
            __global REAL *row = all.at + i * all.down + j * all.across;
            __global REAL *other = all.at + pivot * all.down + j * all.across;
            REAL value = *row;
            if (pivot < 0 || pivot >= m) {
                *row = (REAL) NAN;
            } else {
                *row = *other;
                *other = value;
            }
        }
    }
}
#endif

#ifdef POTRF
// A pivot that is not positive becomes no number, and so does what depends on it.
__kernel GROUP void potrf(OPERAND(a), int form, long n, long first) {
    if (!FITS(a, n, n)) {
        SPOIL(a);
        return;
    }
    View square = VIEW(a, n, n);
#ifdef ANABRANCH_CPU
    if (get_local_id(0) > 0) {
        return;
    }
#endif
    if (this_group() == 0) {
        factor(form & UPPER ? turn(square) : square, n);
    }
}
#endif
