#pragma OPENCL FP_CONTRACT OFF

__kernel void jacobi(__global float *A, __global const float *B, int pitch)
{
    int x = (int)get_global_id(0) + 10;
    for (int k = 0; k < 4; k++) {
        int at = ((int)get_global_id(1) * 4 + k + 1) * pitch + x;
        A[at] = 0.25f * (B[at + pitch] + B[at - pitch] + B[at - 10] + B[at + 10]);
    }
}
