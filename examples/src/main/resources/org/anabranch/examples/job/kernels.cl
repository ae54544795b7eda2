// Kernels of the examples in OpenCL C by hand; those that are not here are translated from Java. The Java code beside the kernels' declarations says what they compute;
// docs/opencl.md says what the parameters are.

__kernel void fourier_series(__global double *coefficients, long n, int intervals, int points) {
    long i = get_global_id(0);
    double omega = M_PI * i;
    double step = 2.0 / intervals;
    double even = (1 + 9 * cos(2 * omega)) / 2;
    double odd = 9 * sin(2 * omega) / 2;
    for (long point = 1; point <= points; point++) {
        double x = point * step;
        double value = pow(x + 1, x);
        even += value * cos(omega * x);
        odd += value * sin(omega * x);
    }
    coefficients[i] = i == 0 ? even * step / 2 : even * step;
    coefficients[n + i] = odd * step;
}

__kernel void gravity_kick(
        __global double *velocity, __global const double *position, __global const double *mass,
        int n, double dt, double softening2) {
    long i = get_global_id(0);
    double x = position[i], y = position[n + i], z = position[2 * n + i];
    double ax = 0, ay = 0, az = 0;
    for (int j = 0; j < n; j++) {
        double dx = position[j] - x, dy = position[n + j] - y, dz = position[2 * n + j] - z;
        double square = dx * dx + dy * dy + dz * dz + softening2;
        double pull = j == i ? 0 : mass[j] / (square * sqrt(square));
        ax += dx * pull;
        ay += dy * pull;
        az += dz * pull;
    }
    velocity[i] += dt * ax;
    velocity[n + i] += dt * ay;
    velocity[2 * n + i] += dt * az;
}

__kernel void gravity_drift(__global double *position, __global const double *velocity, int n, double dt) {
    long i = get_global_id(0);
    for (int axis = 0; axis < 3; axis++) {
        position[axis * n + i] += dt * velocity[axis * n + i];
    }
}

// Elements from row to row of a tile with so many columns; one that touches whole rows of its matrix comes as one long row.
long distance_of_rows(long pitch, long rows, long columns) {
    return rows == 1 ? columns : pitch;
}

// A block of 4 x 8 elements of C += A B by every 32nd work-item: the block stays in registers, so that each element loaded is used often.
// The extents follow from the numbers of elements. Edges are done one by one.
__kernel void product(
        __global const double *a, long a_offset, long a_pitch, long a_rows, long a_columns,
        __global const double *b, long b_offset, long b_pitch, long b_rows, long b_columns,
        __global double *c, long c_offset, long c_pitch, long c_rows, long c_columns) {
    double all_a = (double) a_rows * a_columns, all_b = (double) b_rows * b_columns, all_c = (double) c_rows * c_columns;
    long rows = (long) round(sqrt(all_a * all_c / all_b));
    long columns = (long) all_c / rows, depth = (long) all_a / rows;
    long element = get_global_id(1) * c_columns + get_global_id(0);
    long row = element / columns, column = element % columns;
    if (row % 4 != 0 || column % 8 != 0) {
        return;
    }
    a_pitch = distance_of_rows(a_pitch, a_rows, depth);
    b_pitch = distance_of_rows(b_pitch, b_rows, columns);
    c_pitch = distance_of_rows(c_pitch, c_rows, columns);
    a += a_offset + row * a_pitch;
    b += b_offset + column;
    c += c_offset + row * c_pitch + column;
    if (row + 4 <= rows && column + 8 <= columns) {
        double8 s0 = vload8(0, c), s1 = vload8(0, c + c_pitch);
        double8 s2 = vload8(0, c + 2 * c_pitch), s3 = vload8(0, c + 3 * c_pitch);
        for (long k = 0; k < depth; k++) {
            double8 x = vload8(0, b + k * b_pitch);
            s0 += a[k] * x;
            s1 += a[a_pitch + k] * x;
            s2 += a[2 * a_pitch + k] * x;
            s3 += a[3 * a_pitch + k] * x;
        }
        vstore8(s0, 0, c);
        vstore8(s1, 0, c + c_pitch);
        vstore8(s2, 0, c + 2 * c_pitch);
        vstore8(s3, 0, c + 3 * c_pitch);
        return;
    }
    for (long i = 0; i < min(4L, rows - row); i++) {
        for (long j = 0; j < min(8L, columns - column); j++) {
            double sum = c[i * c_pitch + j];
            for (long k = 0; k < depth; k++) {
                sum += a[i * a_pitch + k] * b[k * b_pitch + j];
            }
            c[i * c_pitch + j] = sum;
        }
    }
}

// One step of the wave equation; the same operations in the same order as in Java, so that ranks may be of both kinds.
__kernel void wave_planes(
        __global const float *now, long now_offset, long now_pitch, long now_rows, long now_columns,
        __global float *next, long next_offset, long next_pitch, long next_rows, long next_columns, int rows, int columns) {
#pragma OPENCL FP_CONTRACT OFF
    const float weights[5] = {-205 / 72.0f, 8 / 5.0f, -1 / 5.0f, 8 / 315.0f, -1 / 560.0f};
    long i = get_global_id(1) * next_columns + get_global_id(0);
    long plane = (long) rows * columns, y = i % plane / columns, x = i % columns;
    if (y < 4 || y >= rows - 4 || x < 4 || x >= columns - 4) {
        return;
    }
    __global const float *at = now + now_offset + i + 4 * plane;
    float sum = 3 * weights[0] * at[0];
    for (int d = 1; d <= 4; d++) {
        float sum_x = at[-d] + at[d];
        float sum_y = at[-d * columns] + at[d * columns];
        float sum_z = at[-d * plane] + at[d * plane];
        sum += weights[d] * (sum_x + sum_y + sum_z);
    }
    next[next_offset + i] = 2 * at[0] - next[next_offset + i] + 0.1f * sum;
}
