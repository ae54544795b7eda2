#pragma OPENCL FP_CONTRACT OFF

__kernel void seven_point(__global float *A, __global const float *B, int width, int height)
{
    int slice = width * height;
    int at = (((int)get_global_id(2) + 1) * height + (int)get_global_id(1) + 1) * width
            + (int)get_global_id(0) + 1;
    float around = B[at - slice] + B[at - width] + B[at - 1] + B[at + 1] + B[at + width]
            + B[at + slice];
    A[at] = 0.4f * B[at] + 0.1f * around;
}
