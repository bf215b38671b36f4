/*
 * LD_PRELOAD shim: every fsync and fdatasync takes SLOWSYNC_US microseconds longer, so that a fast
 * virtual disk behaves like an ordinary one.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static void nap(void) {
  static long micros = -1;
  if (micros < 0) {
    const char *wanted = getenv("SLOWSYNC_US");
    micros = wanted ? atol(wanted) : 0;
  }
  if (micros > 0) {
    struct timespec time = {micros / 1000000, (micros % 1000000) * 1000};
    nanosleep(&time, 0);
  }
}

int fsync(int file) {
  static int (*real)(int);
  if (!real) real = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
  int result = real(file);
  nap();
  return result;
}

int fdatasync(int file) {
  static int (*real)(int);
  if (!real) real = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
  int result = real(file);
  nap();
  return result;
}
