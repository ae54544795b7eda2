/* The raw driver's side of the comparison: one in-order queue, no events but where they are needed. Prints "name median best" lines. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static cl_context context;
static cl_device_id device;
static cl_command_queue queue;
static cl_program program;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e6 + t.tv_nsec / 1e3;
}

static void check(cl_int status, const char *what) {
    if (status != CL_SUCCESS) {
        fprintf(stderr, "%s: %d\n", what, status);
        exit(1);
    }
}

static cl_kernel kernel(const char *name) {
    cl_int status;
    cl_kernel made = clCreateKernel(program, name, &status);
    check(status, name);
    return made;
}

static cl_mem buffer(size_t bytes) {
    cl_int status;
    cl_mem made = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, NULL, &status);
    check(status, "clCreateBuffer");
    return made;
}

static void open_device(const char *file) {
    cl_platform_id platform;
    cl_int status;
    check(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "clGetDeviceIDs");
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
    check(status, "clCreateContext");
    queue = clCreateCommandQueue(context, device, 0, &status);
    check(status, "clCreateCommandQueue");
    FILE *source = fopen(file, "rb");
    static char text[65536];
    if (!source || fread(text, 1, sizeof text - 1, source) == 0) {
        fprintf(stderr, "cannot read %s\n", file);
        exit(1);
    }
    fclose(source);
    const char *texts = text;
    program = clCreateProgramWithSource(context, 1, &texts, NULL, &status);
    check(status, "clCreateProgramWithSource");
    check(clBuildProgram(program, 1, &device, "", NULL, NULL), "clBuildProgram");
}

static void run(cl_kernel k, cl_uint rank, const size_t *size, const size_t *local) {
    check(clEnqueueNDRangeKernel(queue, k, rank, NULL, size, local, 0, NULL, NULL), "clEnqueueNDRangeKernel");
}

enum { MOST_ROUNDS = 1500 };

static int before(const void *a, const void *b) {
    double x = *(const double *) a, y = *(const double *) b;
    return (x > y) - (x < y);
}

/* Times in microseconds; the figure is factor * time, or factor / time for a rate. */
static void say(const char *name, double *times, int rounds, double factor, int rate) {
    qsort(times, rounds, sizeof *times, before);
    double median = times[rounds / 2], best = times[0];
    printf("%s %.3f %.3f\n", name, rate ? factor / median : factor * median, rate ? factor / best : factor * best);
}

static void empty(int count) {
    cl_kernel k = kernel("nothing");
    size_t one = 1;
    int unused = 0, rounds = 100;
    static double enqueue[MOST_ROUNDS], total[MOST_ROUNDS];
    for (int round = 0; round < rounds; round++) {
        double start = now();
        for (int i = 0; i < count; i++) {
            check(clSetKernelArg(k, 0, sizeof unused, &unused), "clSetKernelArg");
            run(k, 1, &one, &one);
        }
        enqueue[round] = now() - start;
        clFinish(queue);
        total[round] = now() - start;
    }
    say("enqueue-us", enqueue, rounds, 1.0 / count, 0);
    say("empty-us", total, rounds, 1.0 / count, 0);
}

static void chain(int length) {
    cl_kernel k = kernel("advance");
    cl_mem a = buffer(4);
    cl_long zero = 0;
    size_t one = 1;
    check(clSetKernelArg(k, 0, sizeof a, &a) | clSetKernelArg(k, 1, 8, &zero) | clSetKernelArg(k, 2, 8, &zero), "clSetKernelArg");
    static double times[MOST_ROUNDS];
    for (int round = 0; round < MOST_ROUNDS; round++) {
        double start = now();
        for (int i = 0; i < length; i++) {
            run(k, 1, &one, &one);
        }
        clFinish(queue);
        times[round] = now() - start;
    }
    say("chain-us", times, MOST_ROUNDS, 1, 0);
}

static void transfers(void) {
    static const size_t sizes[] = {4096, 65536, 131072, 1 << 20, 16 << 20};
    static double times[MOST_ROUNDS];
    int rounds = 400;
    void *host = NULL;
    if (posix_memalign(&host, 128, 16 << 20)) {
        exit(1);
    }
    memset(host, 1, 16 << 20);
    for (int s = 0; s < 5; s++) {
        cl_mem a = buffer(sizes[s]);
        for (int round = 0; round < rounds; round++) {
            double start = now();
            check(clEnqueueWriteBuffer(queue, a, CL_TRUE, 0, sizes[s], host, 0, NULL, NULL), "clEnqueueWriteBuffer");
            times[round] = now() - start;
        }
        char name[64];
        snprintf(name, sizeof name, "write-%zu-us", sizes[s]);
        say(name, times, rounds, 1, 0);
        clReleaseMemObject(a);
    }
}

static void product(int n, int tile) {
    cl_kernel k = kernel("product");
    cl_mem m[3];
    size_t bytes = (size_t) n * n * 4;
    float *host = malloc(bytes);
    for (int i = 0; i < n * n; i++) {
        host[i] = (i % 7) * 0.25f;
    }
    size_t size[2] = {tile / 16, tile / 4};
    static double times[MOST_ROUNDS];
    int rounds = 100;
    for (int i = 0; i < 3; i++) {
        m[i] = buffer(bytes);
    }
    cl_long pitch = n;
    for (int round = 0; round < rounds; round++) {
        double start = now();
        for (int i = 0; i < 3; i++) {
            clEnqueueWriteBuffer(queue, m[i], CL_FALSE, 0, bytes, host, 0, NULL, NULL);
        }
        for (int i = 0; i < n; i += tile) {
            for (int j = 0; j < n; j += tile) {
                for (int d = 0; d < n; d += tile) {
                    cl_long at[3] = {(cl_long) i * n + d, (cl_long) d * n + j, (cl_long) i * n + j};
                    for (int x = 0; x < 3; x++) {
                        clSetKernelArg(k, 3 * x, sizeof m[x], &m[x]);
                        clSetKernelArg(k, 3 * x + 1, 8, &at[x]);
                        clSetKernelArg(k, 3 * x + 2, 8, &pitch);
                    }
                    clSetKernelArg(k, 9, 4, &tile);
                    run(k, 2, size, NULL);
                }
            }
        }
        check(clEnqueueReadBuffer(queue, m[2], CL_TRUE, 0, bytes, host, 0, NULL, NULL), "clEnqueueReadBuffer");
        times[round] = now() - start;
    }
    say("product-gflops", times, rounds, 2.0 * n * n * n / 1e3, 1);
}

static void name(void) {
    char device_name[256] = "", version[256] = "";
    clGetDeviceInfo(device, CL_DEVICE_NAME, sizeof device_name - 1, device_name, NULL);
    clGetDeviceInfo(device, CL_DEVICE_VERSION, sizeof version - 1, version, NULL);
    printf("%s, %s\n", device_name, version);
}

int main(int count, char **words) {
    open_device(count > 1 ? words[1] : "kernels.cl");
    const char *part = count > 2 ? words[2] : "all";
    int all = !strcmp(part, "all");
    if (!strcmp(part, "name")) {
        name();
    }
    if (all || !strcmp(part, "empty")) {
        empty(20000);
    }
    if (all || !strcmp(part, "chain")) {
        chain(1000);
    }
    if (all || !strcmp(part, "write")) {
        transfers();
    }
    if (all || !strcmp(part, "product")) {
        product(1024, 256);
    }
    return 0;
}
