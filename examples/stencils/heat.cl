#pragma OPENCL FP_CONTRACT OFF

__kernel void heat(__global float *next, __global const float *now, int pitch, float rate)
{
    int at = ((int)get_global_id(1) + 1) * pitch + (int)get_global_id(0) + 1;
    float around = now[at - pitch] + now[at - 1] + now[at + 1] + now[at + pitch];
    next[at] = now[at] + rate * (around - 4.0f * now[at]);
}
