/*
 * Failing storage for a process that knows nothing of it: preloaded, it counts the writes and syncs on files under one folder, and lets
 * the n-th fail in a chosen way, or keeps a log of all of them from which the state of the disk at any moment can be made again.
 *
 *   FAULT_DIR      the folder (absolute, no trailing slash)
 *   FAULT_MODE     kill   the process dies before the n-th
 *                  eio    the n-th fails with EIO (a sync or a write)
 *                  enospc the n-th, if a write, fails with ENOSPC
 *                  short  the n-th, if a write, writes half of its bytes
 *                  none   nothing fails
 *   FAULT_AT       n, from 1
 *   FAULT_STICKY   1: all after the n-th fail, too
 *   FAULT_COUNTER  a file of 8 bytes that holds the count so far
 *   FAULT_LOG      a file that gets every write, truncation, sync, deletion and renaming, in order
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

enum verdict { PASS, FAIL, HALF };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const char *folder, *mode;
static size_t folder_bytes;
static uint64_t fail_at, own_count;
static uint64_t *count = &own_count;
static int sticky, log_fd = -1;

__attribute__((constructor)) static void start(void) {
  folder = getenv("FAULT_DIR");
  if (!folder) return;
  folder_bytes = strlen(folder);
  mode = getenv("FAULT_MODE");
  if (!mode) mode = "none";
  fail_at = getenv("FAULT_AT") ? strtoull(getenv("FAULT_AT"), NULL, 10) : 0;
  sticky = getenv("FAULT_STICKY") != NULL;
  const char *counter = getenv("FAULT_COUNTER");
  if (counter) {
    int fd = syscall(SYS_openat, AT_FDCWD, counter, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (fd >= 0 && syscall(SYS_ftruncate, fd, 8) == 0) {
      void *at = mmap(NULL, 8, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
      if (at != MAP_FAILED) count = at;
    }
  }
  const char *log = getenv("FAULT_LOG");
  if (log) log_fd = syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static int is_under(const char *path) {
  return strncmp(path, folder, folder_bytes) == 0 && (path[folder_bytes] == '/' || path[folder_bytes] == 0);
}

static int path_of(int fd, char *path, size_t size) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, size - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return 1;
}

/* Asked anew each time: descriptors are closed and used again in ways that libc does not see. */
static int is_ours(int fd) {
  char path[4096];
  return folder && fd >= 0 && path_of(fd, path, sizeof path) && is_under(path);
}

static void put(const void *data, size_t size) {
  const char *at = data;
  while (size > 0) {
    ssize_t done = syscall(SYS_write, log_fd, at, size);
    if (done <= 0) abort();
    at += done;
    size -= done;
  }
}

/* One line: operation, count, two numbers, length of the path, path; then the bytes of a write. */
static void note(char operation, const char *path, int64_t a, int64_t b) {
  char line[4300];
  if (log_fd < 0) return;
  int length = snprintf(line, sizeof line, "%c %llu %lld %lld %s\n", operation, (unsigned long long)*count, (long long)a, (long long)b, path + folder_bytes);
  put(line, length);
}

static void note_fd(char operation, int fd, int64_t a, int64_t b) {
  char path[4096];
  if (log_fd >= 0 && path_of(fd, path, sizeof path)) note(operation, path, a, b);
}

/* Called with the lock held. */
static enum verdict judge(int is_write) {
  uint64_t now = ++*count;
  int hit = fail_at && (now == fail_at || (sticky && now > fail_at));
  if (!hit) return PASS;
  if (!strcmp(mode, "kill")) {
    kill(getpid(), SIGKILL);
    for (;;) pause();
  }
  if (!strcmp(mode, "eio")) {
    errno = EIO;
    return FAIL;
  }
  if (!strcmp(mode, "enospc") && is_write) {
    errno = ENOSPC;
    return FAIL;
  }
  if (!strcmp(mode, "short") && is_write) return HALF;
  return PASS;
}

static ssize_t write_at(int fd, const void *data, size_t size, off_t at, int positioned) {
  pthread_mutex_lock(&lock);
  enum verdict verdict = judge(1);
  ssize_t done = -1;
  if (verdict != FAIL) {
    if (verdict == HALF && size > 1) size /= 2;
    off_t start = at;
    if (!positioned) {
      struct stat status;
      int append = fcntl(fd, F_GETFL) & O_APPEND;
      start = append && fstat(fd, &status) == 0 ? status.st_size : lseek(fd, 0, SEEK_CUR);
    }
    done = positioned ? syscall(SYS_pwrite64, fd, data, size, at) : syscall(SYS_write, fd, data, size);
    if (done > 0 && log_fd >= 0) {
      note_fd('W', fd, start, done);
      put(data, done);
    }
  }
  int error = errno;
  pthread_mutex_unlock(&lock);
  errno = error;
  return done;
}

ssize_t write(int fd, const void *data, size_t size) {
  if (!is_ours(fd)) return syscall(SYS_write, fd, data, size);
  return write_at(fd, data, size, 0, 0);
}
ssize_t pwrite(int fd, const void *data, size_t size, off_t at) {
  if (!is_ours(fd)) return syscall(SYS_pwrite64, fd, data, size, at);
  return write_at(fd, data, size, at, 1);
}
ssize_t pwrite64(int fd, const void *data, size_t size, off_t at) { return pwrite(fd, data, size, at); }

ssize_t writev(int fd, const struct iovec *pieces, int pieces_count) {
  if (!is_ours(fd)) return syscall(SYS_writev, fd, pieces, pieces_count);
  ssize_t total = 0;
  for (int i = 0; i < pieces_count; i++) {
    ssize_t done = write_at(fd, pieces[i].iov_base, pieces[i].iov_len, 0, 0);
    if (done < 0) return total ? total : -1;
    total += done;
    if ((size_t)done < pieces[i].iov_len) break;
  }
  return total;
}

static int sync_with(int fd, long call) {
  if (!is_ours(fd)) return syscall(call, fd);
  pthread_mutex_lock(&lock);
  int result = judge(0) == FAIL ? -1 : syscall(call, fd);
  int error = errno;
  if (result == 0) note_fd('S', fd, 0, 0);
  pthread_mutex_unlock(&lock);
  errno = error;
  return result;
}
int fsync(int fd) { return sync_with(fd, SYS_fsync); }
int fdatasync(int fd) { return sync_with(fd, SYS_fdatasync); }

int ftruncate(int fd, off_t size) {
  if (!is_ours(fd)) return syscall(SYS_ftruncate, fd, size);
  pthread_mutex_lock(&lock);
  int result = syscall(SYS_ftruncate, fd, size);
  if (result == 0) note_fd('T', fd, size, 0);
  pthread_mutex_unlock(&lock);
  return result;
}
int ftruncate64(int fd, off_t size) { return ftruncate(fd, size); }

int unlink(const char *path) {
  pthread_mutex_lock(&lock);
  int result = syscall(SYS_unlink, path);
  if (result == 0 && folder && is_under(path)) note('U', path, 0, 0);
  pthread_mutex_unlock(&lock);
  return result;
}

int rename(const char *from, const char *to) {
  pthread_mutex_lock(&lock);
  int result = syscall(SYS_rename, from, to);
  if (result == 0 && folder && is_under(from) && is_under(to)) {
    note('R', from, strlen(to) - folder_bytes, 0);
    if (log_fd >= 0) put(to + folder_bytes, strlen(to) - folder_bytes);
  }
  pthread_mutex_unlock(&lock);
  return result;
}
