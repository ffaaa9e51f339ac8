#ifndef COMPANION_UNIX_SOCKET_H
#define COMPANION_UNIX_SOCKET_H

#include <sys/types.h>

/* Stream sockets in the file system. All descriptors are close-on-exec and never block. Each call gives 0, or -errno
 * with the outputs untouched. */

/* Who is at the other end of a socket, as the kernel noted it when the connection was made. */
struct unix_peer {
    pid_t pid;
    uid_t uid;
    gid_t gid;
};

/* A socket without an address. */
int unix_socket(int *descriptor);

/* Gives a socket its path, which must not be there yet; -ENAMETOOLONG from 108 bytes on. */
int unix_bind(int descriptor, const char *path);

/* Takes connections from now on; `waiting` of them are kept until they are accepted. */
int unix_listen(int descriptor, int waiting);

/* The next connection that waits, or -EAGAIN. */
int unix_accept(int listener, int *descriptor);

/* Connects; -ENOENT where there is no socket, -ECONNREFUSED where nobody listens, -EAGAIN where too many wait. */
int unix_connect(int descriptor, const char *path);

/* Who is at the other end. */
int unix_peer(int descriptor, struct unix_peer *peer);

/* The supplementary groups of the process at the other end. `count` is the room in `groups`, and then how many there
 * are; -ERANGE with the needed room in `count` where it is too small. */
int unix_peer_groups(int descriptor, gid_t *groups, int *count);

/* Reads like read(), and takes over a descriptor where one was sent along: it is put into `passed`, which is left as it
 * was where none came; of several all but the first are closed. The count, or -errno. */
ssize_t unix_receive(int descriptor, void *bytes, size_t room, int *passed);

/* Writes like send(), with a descriptor along with the first byte. The count, or -errno. */
ssize_t unix_send_with(int descriptor, const void *bytes, size_t count, int passed);

#endif
