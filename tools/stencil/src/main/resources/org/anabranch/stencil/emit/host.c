/* Uses:  program [NAME=FILE ...] [-o FILE]
   NAME=FILE   the cells of an array with its ghost zones, raw, native byte order, x fastest; zeros if not given
   -o FILE     where the result goes, in the same form
   Zone i runs on device i; if there are fewer devices, they take turns. */


static void fail(const char *what, int code)
{
    fprintf(stderr, "%s failed: %d\n", what, code);
    exit(1);
}

static void check(cl_int code, const char *what)
{
    if (code != CL_SUCCESS)
        fail(what, code);
}

static cl_device_id device[MOST_DEVICES];
static int devices;

static void find_devices(void)
{
    cl_platform_id platform[16];
    cl_uint platforms = 0;
    clGetPlatformIDs(16, platform, &platforms);
    for (cl_uint p = 0; p < platforms && p < 16; p++) {
        cl_uint found = 0;
        if (clGetDeviceIDs(platform[p], CL_DEVICE_TYPE_ALL, MOST_DEVICES - devices, device + devices, &found)
                == CL_SUCCESS)
            devices += (int)found < MOST_DEVICES - devices ? (int)found : MOST_DEVICES - devices;
    }
    if (devices == 0)
        fail("looking for OpenCL devices", 0);
}

static cl_context context[ZONES];
static cl_command_queue queue[ZONES];
static cl_kernel kernel[ZONES];
static cl_mem memory[ZONES][ARGUMENTS];
static unsigned char *whole[ARGUMENTS];

static void open_zone(int z)
{
    cl_int code;
    cl_device_id use = device[z % devices];
    context[z] = clCreateContext(NULL, 1, &use, NULL, NULL, &code);
    check(code, "clCreateContext");
    queue[z] = clCreateCommandQueue(context[z], use, 0, &code);
    check(code, "clCreateCommandQueue");
    cl_program program = clCreateProgramWithSource(context[z], 1, &source, NULL, &code);
    check(code, "clCreateProgramWithSource");
    code = clBuildProgram(program, 1, &use, "", NULL, NULL);
    if (code != CL_SUCCESS) {
        static char log[65536];
        clGetProgramBuildInfo(program, use, CL_PROGRAM_BUILD_LOG, sizeof log - 1, log, NULL);
        fprintf(stderr, "%s\n", log);
        fail("clBuildProgram", code);
    }
    kernel[z] = clCreateKernel(program, function, &code);
    check(code, "clCreateKernel");
}

/* the local box of every array, ghosts and fixed borders included */
static void upload(int z)
{
    const zone_t *zone = zones + z;
    for (int a = 0; a < ARGUMENTS; a++) {
        const argument_t *argument = arguments + a;
        if (!argument->memory)
            continue;
        cl_int code;
        size_t cells = zone->extent[0] * zone->extent[1] * zone->extent[2];
        size_t bytes = argument->cut ? cells * argument->bytes : argument->bytes;
        memory[z][a] = clCreateBuffer(context[z], CL_MEM_READ_WRITE, bytes, NULL, &code);
        check(code, "clCreateBuffer");
        if (!argument->cut) {
            check(clEnqueueWriteBuffer(queue[z], memory[z][a], CL_TRUE, 0, bytes, whole[a], 0, NULL, NULL), "upload");
            continue;
        }
        size_t e = argument->bytes, zero[3] = {0, 0, 0};
        size_t from[3] = {zone->origin[0] * e, zone->origin[1], zone->origin[2]};
        size_t extent[3] = {zone->extent[0] * e, zone->extent[1], zone->extent[2]};
        check(clEnqueueWriteBufferRect(queue[z], memory[z][a], CL_TRUE, zero, from, extent, extent[0],
                extent[0] * extent[1], size[0] * e, size[0] * size[1] * e, whole[a], 0, NULL, NULL), "upload");
    }
}

static void set_arguments(int z, int swapped)
{
    for (int a = 0; a < ARGUMENTS; a++) {
        int use = swapped && a == SWAP_IN ? SWAP_OUT : swapped && a == SWAP_OUT ? SWAP_IN : a;
        const argument_t *argument = arguments + a;
        cl_long long_extent = argument->axis >= 0 ? (cl_long)zones[z].extent[argument->axis] : 0;
        cl_int extent = (cl_int)long_extent; /* an int is refused where the array is longer */
        if (argument->memory)
            check(clSetKernelArg(kernel[z], a, sizeof(cl_mem), &memory[z][use]), "clSetKernelArg");
        else if (argument->axis >= 0)
            check(clSetKernelArg(kernel[z], a, argument->bytes,
                    argument->bytes == 8 ? (void *)&long_extent : (void *)&extent), "clSetKernelArg");
        else
            check(clSetKernelArg(kernel[z], a, argument->bytes, argument->value), "clSetKernelArg");
    }
}

/* all zones, then a barrier */
static void run_kernels(int swapped)
{
    for (int z = 0; z < ZONES; z++) {
        set_arguments(z, swapped);
        check(clEnqueueNDRangeKernel(queue[z], kernel[z], RANK, NULL, zones[z].items, zones[z].local, 0, NULL, NULL),
                "clEnqueueNDRangeKernel");
        check(clFlush(queue[z]), "clFlush");
    }
    for (int z = 0; z < ZONES; z++)
        check(clFinish(queue[z]), "clFinish");
}

static unsigned char *staging;

/* exactly the boxes of the plan, through the host: all reads, a barrier, all writes, a barrier */
static void exchange(int array)
{
    size_t e = arguments[array].bytes;
    for (int step = 0; step < 2; step++) {
        for (int i = 0; i < TRANSFERS; i++) {
            const transfer_t *t = transfers + i;
            const zone_t *zone = zones + (step ? t->to : t->from);
            const size_t *place = step ? t->at_to : t->at_from;
            int z = step ? t->to : t->from;
            size_t at[3] = {place[0] * e, place[1], place[2]}, zero[3] = {0, 0, 0};
            size_t extent[3] = {t->extent[0] * e, t->extent[1], t->extent[2]};
            size_t row = zone->extent[0] * e, slice = row * zone->extent[1];
            unsigned char *host = staging + t->first * e;
            check(step
                    ? clEnqueueWriteBufferRect(queue[z], memory[z][array], CL_FALSE, at, zero, extent, row, slice,
                            extent[0], extent[0] * extent[1], host, 0, NULL, NULL)
                    : clEnqueueReadBufferRect(queue[z], memory[z][array], CL_FALSE, at, zero, extent, row, slice,
                            extent[0], extent[0] * extent[1], host, 0, NULL, NULL), "exchange");
        }
        for (int z = 0; z < ZONES; z++)
            check(clFinish(queue[z]), "clFinish");
    }
}

/* the write zones of the array written last */
static void gather(int result, int written)
{
    size_t e = arguments[result].bytes;
    for (int z = 0; z < ZONES; z++) {
        const zone_t *zone = zones + z;
        size_t extent[3], at[3], to[3];
        for (int axis = 0; axis < 3; axis++) {
            extent[axis] = zone->inside[axis];
            at[axis] = lower[axis];
            to[axis] = zone->origin[axis] + lower[axis];
        }
        extent[0] *= e, at[0] *= e, to[0] *= e;
        size_t row = zone->extent[0] * e;
        check(clEnqueueReadBufferRect(queue[z], memory[z][written], CL_TRUE, at, to, extent, row,
                row * zone->extent[1], size[0] * e, size[0] * size[1] * e, whole[result], 0, NULL, NULL), "gather");
    }
}

static void read_array(const char *word)
{
    for (int a = 0; a < ARGUMENTS; a++) {
        size_t length = strlen(arguments[a].name);
        if (arguments[a].memory && strncmp(word, arguments[a].name, length) == 0 && word[length] == '=') {
            size_t bytes = arguments[a].cut ? CELLS * arguments[a].bytes : arguments[a].bytes;
            FILE *file = fopen(word + length + 1, "rb");
            if (!file || fread(whole[a], 1, bytes, file) != bytes)
                fail(word, 0);
            fclose(file);
            return;
        }
    }
    fail(word, 0);
}

int main(int words, char **word)
{
    const char *out = NULL;
    for (int a = 0; a < ARGUMENTS; a++) {
        size_t bytes = arguments[a].cut ? CELLS * arguments[a].bytes : arguments[a].bytes;
        if (arguments[a].memory && !(whole[a] = calloc(bytes, 1)))
            fail("calloc", 0);
    }
    for (int i = 1; i < words; i++) {
        if (strcmp(word[i], "-o") == 0 && i + 1 < words)
            out = word[++i];
        else
            read_array(word[i]);
    }
    find_devices();
    staging = malloc(STAGED_CELLS * arguments[RESULT].bytes + 1);
    if (!staging)
        fail("malloc", 0);
    for (int z = 0; z < ZONES; z++) {
        open_zone(z);
        upload(z);
    }
    struct timespec start, end;
    timespec_get(&start, TIME_UTC);
    for (long t = 0; t < ITERATIONS; t++) {
        int swapped = SWAP_IN >= 0 && t % 2 == 1;
        run_kernels(swapped);
        if (t + 1 < ITERATIONS && SWAP_IN >= 0)
            exchange(swapped ? SWAP_IN : SWAP_OUT);
    }
    timespec_get(&end, TIME_UTC);
    if (ITERATIONS > 0)
        gather(RESULT, SWAP_IN < 0 ? RESULT : ITERATIONS % 2 ? SWAP_OUT : SWAP_IN);
    printf("%d zones on %d devices, %ld iterations, %.6f s, %lld bytes exchanged\n", ZONES,
            devices < ZONES ? devices : ZONES, (long)ITERATIONS,
            (double)(end.tv_sec - start.tv_sec) + (end.tv_nsec - start.tv_nsec) / 1e9,
            (long long)STAGED_CELLS * arguments[RESULT].bytes * (ITERATIONS > 1 ? ITERATIONS - 1 : 0));
    if (out) {
        FILE *file = fopen(out, "wb");
        if (!file || fwrite(whole[RESULT], arguments[RESULT].bytes, CELLS, file) != CELLS || fclose(file))
            fail(out, 0);
    }
    return 0;
}
