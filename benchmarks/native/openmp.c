/* The workloads on OpenMP tasks: openmp WORKLOAD WORKERS [small] */
#include "workloads.h"

#include <omp.h>

static long fib(int n) {
  long left, right;
  if (n < 2) {
    return n;
  }
#pragma omp task shared(left)
  left = fib(n - 1);
  right = fib(n - 2);
#pragma omp taskwait
  return left + right;
}

static void run_fib(void) {
  long found = 0;
#pragma omp parallel
#pragma omp single
  found = fib(size_of(30, 15));
  require("fib", size_of(832040, 610), found);
}

static void run_flat(void) {
#pragma omp parallel
#pragma omp single
  for (long i = 0; i < cells; i++) {
#pragma omp task firstprivate(i)
    counts[i]++;
  }
}

static int tile;

static void run_loop(void) {
#pragma omp parallel
#pragma omp single
#pragma omp taskloop grainsize(tile)
  for (long i = 0; i < cells; i++) {
    counts[i]++;
  }
}

static long walk(node here) {
  int below = children(&here);
  long sum = weight(&here);
  if (below > 0) {
    long sums[below];
    for (int i = 0; i < below; i++) {
      node next = child(&here, i);
#pragma omp task shared(sums) firstprivate(next, i)
      sums[i] = walk(next);
    }
#pragma omp taskwait
    for (int i = 0; i < below; i++) {
      sum += sums[i];
    }
  }
  return sum;
}

static void run_tree(void) {
  long found = 0;
#pragma omp parallel
#pragma omp single
  found = walk(root_of_tree());
  require("weight of the tree", weight_of_tree(), found);
}

static void act(long first, long second, long written) {
  int *cell = counts + written * SPACING;
  if (first < 0) {
#pragma omp task depend(inout : cell[0])
    cell[0]++;
  } else if (second < 0) {
    int *a = counts + first * SPACING;
#pragma omp task depend(in : a[0]) depend(inout : cell[0])
    cell[0]++;
  } else {
    int *a = counts + first * SPACING, *b = counts + second * SPACING;
#pragma omp task depend(in : a[0], b[0]) depend(inout : cell[0])
    cell[0]++;
  }
}

static void run_graph(void) {
#pragma omp parallel
#pragma omp single
  graph(act);
  check_graph();
}

int main(int count, char **arguments) {
  const char *name = count > 2 ? arguments[1] : "";
  omp_set_num_threads(count > 2 ? atoi(arguments[2]) : 1);
  small = count > 3;
  if (!strcmp(name, "fib")) {
    measure(run_fib);
  } else if (!strcmp(name, "flat")) {
    make_cells(size_of(1000000, 2000), 1);
    measure(run_flat);
  } else if (!strcmp(name, "forasync-32") || !strcmp(name, "forasync-1024")) {
    tile = atoi(name + 9);
    make_cells(size_of(10000000, 10000), 1);
    measure(run_loop);
  } else if (!strcmp(name, "nqueens") || !strcmp(name, "tree-search")) {
    queens = !strcmp(name, "nqueens");
    measure(run_tree);
  } else if (prepare_graph(name)) {
    measure(run_graph);
  } else {
    return 64;
  }
  return 0;
}
