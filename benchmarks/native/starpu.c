/* The action graphs on StarPU: starpu WORKLOAD WORKERS [small] */
#include "workloads.h"

#include <starpu.h>

static void add_last(void *buffers[], void *argument) {
  int last = *(int *)argument;
  ++*(int *)STARPU_VARIABLE_GET_PTR(buffers[last]);
}

static struct starpu_codelet writes = {.cpu_funcs = {add_last}, .nbuffers = 1, .modes = {STARPU_RW}};
static struct starpu_codelet reads = {
    .cpu_funcs = {add_last}, .nbuffers = 2, .modes = {STARPU_R, STARPU_RW}};
static struct starpu_codelet reads_two = {
    .cpu_funcs = {add_last}, .nbuffers = 3, .modes = {STARPU_R, STARPU_R, STARPU_RW}};

static starpu_data_handle_t *handles;
static int last[3] = {0, 1, 2};

static void act(long first, long second, long written) {
  struct starpu_task *task = starpu_task_create();
  int reading = (first >= 0) + (second >= 0);
  task->cl = reading == 0 ? &writes : reading == 1 ? &reads : &reads_two;
  task->cl_arg = last + reading;
  task->cl_arg_size = sizeof(int);
  task->handles[reading] = handles[written];
  if (first >= 0) {
    task->handles[0] = handles[first];
  }
  if (second >= 0) {
    task->handles[1] = handles[second];
  }
  require("submission", 0, starpu_task_submit(task));
}

static void run_graph(void) {
  graph(act);
  require("wait", 0, starpu_task_wait_for_all());
}

int main(int count, char **arguments) {
  const char *name = count > 2 ? arguments[1] : "";
  small = count > 3;
  if (!prepare_graph(name)) {
    return 64;
  }
  struct starpu_conf conf;
  starpu_conf_init(&conf);
  conf.ncpus = atoi(arguments[2]);
  conf.ncuda = conf.nopencl = 0;
  if (starpu_init(&conf) != 0) {
    return 69;
  }
  handles = calloc((size_t)cells, sizeof *handles);
  for (long i = 0; i < cells; i++) {
    starpu_variable_data_register(
        handles + i, STARPU_MAIN_RAM, (uintptr_t)(counts + i * SPACING), sizeof(int));
  }
  measure(run_graph);
  long runs = 0;
  for (long i = 0; i < cells; i++) {
    starpu_data_unregister(handles[i]);
    runs += counts[i * SPACING];
  }
  starpu_shutdown();
  require("actions beyond whole runs", 0, runs % expected_total);
  return 0;
}
