#pragma OPENCL FP_CONTRACT OFF

__kernel void nine_point(__global double *A, __global const double *B, int pitch)
{
    int at = ((int)get_global_id(1) + 1) * pitch + (int)get_global_id(0) + 1;
    int up = at - pitch;
    int down = at + pitch;
    double corners = B[up - 1] + B[up + 1] + B[down - 1] + B[down + 1];
    double sides = B[up] + B[at - 1] + B[at + 1] + B[down];
    A[at] = 0.0625 * corners + 0.125 * sides + 0.25 * B[at];
}
