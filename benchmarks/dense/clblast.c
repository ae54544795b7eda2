/* The product C -= A B' of doubles by CLBlast on the first OpenCL device: clblast N. Prints GFLOP/s, the median of seven turns after two. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <clblast_c.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { WARM_UPS = 2, TURNS = 7 };

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec + now.tv_nsec * 1e-9;
}

static void check(int status, const char *what) {
  if (status != CL_SUCCESS) {
    fprintf(stderr, "clblast: %s ended with status %d\n", what, status);
    exit(1);
  }
}

static int compare(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

int main(int count, char **words) {
  size_t n = count > 1 ? strtoul(words[1], NULL, 10) : 2048;
  size_t bytes = n * n * sizeof(double);
  cl_int status;
  cl_platform_id platform;
  cl_device_id device;
  check(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
  check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "clGetDeviceIDs");
  cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
  check(status, "clCreateContext");
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, &status);
  check(status, "clCreateCommandQueue");
  double *ones = malloc(bytes);
  for (size_t i = 0; i < n * n; i++) ones[i] = 1;
  cl_mem matrices[3];
  for (int i = 0; i < 3; i++) {
    matrices[i] = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes, ones, &status);
    check(status, "clCreateBuffer");
  }
  double speeds[TURNS];
  for (int turn = -WARM_UPS; turn < TURNS; turn++) {
    double start = seconds();
    check(CLBlastDgemm(CLBlastLayoutColMajor, CLBlastTransposeNo, CLBlastTransposeYes, n, n, n, -1, matrices[0], 0, n,
                       matrices[1], 0, n, 1, matrices[2], 0, n, &queue, NULL), "CLBlastDgemm");
    check(clFinish(queue), "clFinish");
    if (turn >= 0) speeds[turn] = 2.0 * n * n * n / (seconds() - start) / 1e9;
  }
  check(clEnqueueReadBuffer(queue, matrices[2], CL_TRUE, 0, sizeof(double), ones, 0, NULL, NULL), "clEnqueueReadBuffer");
  if (ones[0] != 1 - (WARM_UPS + TURNS) * (double)n) {
    fprintf(stderr, "clblast: wrong result\n");
    return 1;
  }
  qsort(speeds, TURNS, sizeof(double), compare);
  printf("%.1f\n", speeds[TURNS / 2]);
  return 0;
}
