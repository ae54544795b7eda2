// Kernels of the examples by hand: the peers of what is translated from their Java code.

__kernel void array_addition(__global int *a, __global const int *b, __global const int *c) {
    size_t i = get_global_id(0);
    a[i] = (int) ((uint) b[i] + (uint) c[i]);
}

#pragma OPENCL FP_CONTRACT OFF
__kernel void buffer_saxpy(__global float *y, __global const float *x, float a) {
    size_t i = get_global_id(0);
    y[i] = a * x[i] + y[i];
}

// Few bodies, many steps: one work-item does it all, the others nothing.
__kernel void gravity_advance(
        __global double *position, long p_offset, long p_pitch, __global double *velocity, long v_offset, long v_pitch,
        __global const double *mass, long m_offset, long m_pitch, int n, double dt, long steps) {
    if (get_global_id(0) + get_global_id(1) > 0) {
        return;
    }
    __global double *x = position + p_offset, *y = x + n, *z = y + n;
    __global double *vx = velocity + v_offset, *vy = vx + n, *vz = vy + n;
    mass += m_offset;
    for (long step = 0; step < steps; step++) {
        for (int i = 0; i < n; i++) {
            for (int j = i + 1; j < n; j++) {
                double dx = x[i] - x[j], dy = y[i] - y[j], dz = z[i] - z[j];
                double square = dx * dx + dy * dy + dz * dz;
                double pull = dt / (square * sqrt(square));
                vx[i] -= dx * mass[j] * pull;
                vy[i] -= dy * mass[j] * pull;
                vz[i] -= dz * mass[j] * pull;
                vx[j] += dx * mass[i] * pull;
                vy[j] += dy * mass[i] * pull;
                vz[j] += dz * mass[i] * pull;
            }
        }
        for (int i = 0; i < n; i++) {
            x[i] += dt * vx[i];
            y[i] += dt * vy[i];
            z[i] += dt * vz[i];
        }
    }
}

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
__kernel void tile_product(
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
