// The kernels of the acceptance cases in OpenCL C. The Java code beside the kernels' declarations says what they compute.
// Whatever the tile's place in its matrix, ELEMENT counts its elements in memory order; pitches and extents are scalars.
#define MEMORY(T, x) __global T *x, long x##_offset, long x##_pitch, long x##_rows, long x##_columns
#define ELEMENT(x) (get_global_id(1) * x##_columns + get_global_id(0))
#define AT(x, pitch, i, j) x[x##_offset + (by_columns ? (long) (j) * (pitch) + (i) : (long) (i) * (pitch) + (j))]

__kernel void mean(MEMORY(double, result), double a, double b) {
    if (ELEMENT(result) == 0) {
        result[result_offset] = (a + b) / 2;
    }
}

__kernel void statistics(MEMORY(double, result), double a, double b) {
    if (ELEMENT(result) == 0) {
        result[result_offset] = (a + b) / 2;
        result[result_offset + 1] = fmin(a, b);
        result[result_offset + 2] = fmax(a, b);
    }
}

__kernel void echo(MEMORY(double, result), MEMORY(const double, buffer), double scalar) {
    if (ELEMENT(result) == 0) {
        result[result_offset] = buffer[buffer_offset];
        result[result_offset + 1] = scalar;
    }
}

__kernel void quotient(
        MEMORY(double, e), MEMORY(const double, a), MEMORY(const double, b), MEMORY(const double, c), MEMORY(const double, d)) {
    long i = ELEMENT(e);
    e[e_offset + i] = a[a_offset + i] * c[c_offset + i] / (b[b_offset + i] * d[d_offset + i]);
}

__kernel void sum(MEMORY(double, total), MEMORY(const double, e)) {
    if (ELEMENT(total) == 0) {
        double sum = 0;
        for (long i = 0; i < e_rows * e_columns; i++) {
            sum += e[e_offset + i];
        }
        total[total_offset] = sum;
    }
}

// The first work-item of each cell does the cell.
__kernel void golden_tile(
        MEMORY(float, out1), MEMORY(float, out2), MEMORY(const float, logarithms), long first, int dim_y, int dim_z) {
    long element = ELEMENT(out1);
    if (element % 64 != 0) {
        return;
    }
    long cell = first + element / 64;
    __global float *one = out1 + out1_offset + element, *two = out2 + out2_offset + element;
    __global const float *i = logarithms + logarithms_offset + cell / ((long) dim_y * dim_z);
    __global const float *j = logarithms + logarithms_offset + cell / dim_z % dim_y;
    __global const float *k = logarithms + logarithms_offset + cell % dim_z;
    for (int n = 0; n < 64; n++) {
        for (int m = 0; m < 64; m++) {
            float left = sqrt(i[n] + j[m]);
            for (int l = 0; l < 48; l++) {
                float increment = left - sqrt(j[m] + k[l]);
                one[l] = one[l + 16] + increment;
                two[l] = two[l] + increment;
            }
        }
    }
}

__kernel void product(
        MEMORY(const double, a), MEMORY(const double, b), MEMORY(double, c), int m, int n, int k, int pitch_a, int pitch_b) {
    const int by_columns = 0;
    long element = ELEMENT(c);
    long i = element / n, j = element % n;
    double sum = AT(c, pitch_b, i, j);
    for (int p = 0; p < k; p++) {
        sum += AT(a, pitch_a, i, p) * AT(b, pitch_b, p, j);
    }
    AT(c, pitch_b, i, j) = sum;
}

__kernel void subtract(
        MEMORY(const double, a), MEMORY(const double, b), MEMORY(double, c),
        int m, int n, int k, int transposed, int pitch, int by_columns) {
    long element = ELEMENT(c);
    long i = by_columns ? element % m : element / n, j = by_columns ? element / m : element % n;
    double sum = AT(c, pitch, i, j);
    for (int p = 0; p < k; p++) {
        sum -= AT(a, pitch, i, p) * (transposed ? AT(b, pitch, j, p) : AT(b, pitch, p, j));
    }
    AT(c, pitch, i, j) = sum;
}

__kernel void syrk(MEMORY(const double, a), MEMORY(double, c), int n, int k, int pitch, int by_columns) {
    long element = ELEMENT(c);
    long i = by_columns ? element % n : element / n, j = by_columns ? element / n : element % n;
    if (j <= i) {
        double sum = AT(c, pitch, i, j);
        for (int p = 0; p < k; p++) {
            sum -= AT(a, pitch, i, p) * AT(a, pitch, j, p);
        }
        AT(c, pitch, i, j) = sum;
    }
}

// One work-item factors the whole tile: there is one such tile per step.
__kernel void potrf(MEMORY(double, a), int n, int pitch, int by_columns) {
    if (ELEMENT(a) != 0) {
        return;
    }
    for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++) {
            double sum = AT(a, pitch, i, j);
            for (int p = 0; p < j; p++) {
                sum -= AT(a, pitch, i, p) * AT(a, pitch, j, p);
            }
            AT(a, pitch, i, j) = i == j ? sqrt(sum) : sum / AT(a, pitch, j, j);
        }
    }
}

__kernel void getrf(MEMORY(double, a), int n, int pitch, int by_columns) {
    if (ELEMENT(a) != 0) {
        return;
    }
    for (int p = 0; p < n; p++) {
        for (int i = p + 1; i < n; i++) {
            double factor = AT(a, pitch, i, p) / AT(a, pitch, p, p);
            AT(a, pitch, i, p) = factor;
            for (int j = p + 1; j < n; j++) {
                AT(a, pitch, i, j) -= factor * AT(a, pitch, p, j);
            }
        }
    }
}

// The solvers: one work-item for each row, or for each column, that does not depend on the others.
__kernel void trsm_cholesky(MEMORY(const double, t), MEMORY(double, a), int m, int n, int pitch, int by_columns) {
    long i = ELEMENT(a);
    if (i < m) {
        for (int j = 0; j < n; j++) {
            double sum = AT(a, pitch, i, j);
            for (int p = 0; p < j; p++) {
                sum -= AT(a, pitch, i, p) * AT(t, pitch, j, p);
            }
            AT(a, pitch, i, j) = sum / AT(t, pitch, j, j);
        }
    }
}

__kernel void trsm_lower(MEMORY(const double, t), MEMORY(double, a), int m, int n, int pitch, int by_columns) {
    long j = ELEMENT(a);
    if (j < n) {
        for (int i = 0; i < m; i++) {
            double sum = AT(a, pitch, i, j);
            for (int p = 0; p < i; p++) {
                sum -= AT(t, pitch, i, p) * AT(a, pitch, p, j);
            }
            AT(a, pitch, i, j) = sum;
        }
    }
}

__kernel void trsm_upper(MEMORY(const double, t), MEMORY(double, a), int m, int n, int pitch, int by_columns) {
    long i = ELEMENT(a);
    if (i < m) {
        for (int j = 0; j < n; j++) {
            double sum = AT(a, pitch, i, j);
            for (int p = 0; p < j; p++) {
                sum -= AT(a, pitch, i, p) * AT(t, pitch, p, j);
            }
            AT(a, pitch, i, j) = sum / AT(t, pitch, j, j);
        }
    }
}

__kernel void invert(MEMORY(char, bytes)) {
    long i = ELEMENT(bytes);
    bytes[bytes_offset + i] = ~bytes[bytes_offset + i];
}

__kernel void add(MEMORY(long, x), long amount) {
    x[x_offset + ELEMENT(x)] += amount;
}
