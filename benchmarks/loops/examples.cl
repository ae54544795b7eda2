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
