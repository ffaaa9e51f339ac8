#define _GNU_SOURCE
#include "unix_socket.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>

#ifndef SO_PEERGROUPS
#define SO_PEERGROUPS 59
#endif

int unix_socket(int *descriptor) {
    int made = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (made < 0) return -errno;
    *descriptor = made;
    return 0;
}

static int set_address(struct sockaddr_un *address, const char *path) {
    size_t length = strlen(path);
    if (length == 0) return -EINVAL;
    if (length >= sizeof address->sun_path) return -ENAMETOOLONG;
    memset(address, 0, sizeof *address);
    address->sun_family = AF_UNIX;
    memcpy(address->sun_path, path, length);
    return 0;
}

int unix_bind(int descriptor, const char *path) {
    struct sockaddr_un address;
    int error = set_address(&address, path);
    if (error) return error;
    return bind(descriptor, (const struct sockaddr *)&address, sizeof address) < 0 ? -errno : 0;
}

int unix_listen(int descriptor, int waiting) { return listen(descriptor, waiting) < 0 ? -errno : 0; }

int unix_accept(int listener, int *descriptor) {
    int made;
    do {
        made = accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    } while (made < 0 && errno == EINTR);
    if (made < 0) return -errno;
    *descriptor = made;
    return 0;
}

int unix_connect(int descriptor, const char *path) {
    struct sockaddr_un address;
    int error = set_address(&address, path);
    if (error) return error;
    int result;
    do {
        result = connect(descriptor, (const struct sockaddr *)&address, sizeof address);
    } while (result < 0 && errno == EINTR);
    return result < 0 ? -errno : 0;
}

int unix_peer(int descriptor, struct unix_peer *peer) {
    struct ucred found;
    socklen_t size = sizeof found;
    if (getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &found, &size) < 0) return -errno;
    *peer = (struct unix_peer){found.pid, found.uid, found.gid};
    return 0;
}

int unix_peer_groups(int descriptor, gid_t *groups, int *count) {
    socklen_t size = (socklen_t)*count * sizeof *groups;
    int result = getsockopt(descriptor, SOL_SOCKET, SO_PEERGROUPS, groups, &size);
    if (result < 0 && errno != ERANGE) return -errno;
    *count = (int)(size / sizeof *groups);
    return result < 0 ? -ERANGE : 0;
}
