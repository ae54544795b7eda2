#pragma OPENCL FP_CONTRACT OFF

__kernel void wave(__global float *before, __global const float *now, __global const float *speed,
        int width, int height)
{
    int slice = width * height;
    int at = (((int)get_global_id(2) + 4) * height + (int)get_global_id(1) + 4) * width
            + (int)get_global_id(0) + 4;
    const float weight[4] = {1.6f, -0.2f, 0.025396825f, -0.0017857143f};
    float sum = -8.541667f * now[at];
    for (int d = 1; d <= 4; d++) {
        float along = now[at - d] + now[at + d];
        along = along + now[at - d * width] + now[at + d * width];
        along = along + now[at - d * slice] + now[at + d * slice];
        sum = sum + weight[d - 1] * along;
    }
    before[at] = 2.0f * now[at] - before[at] + speed[at] * sum;
}
