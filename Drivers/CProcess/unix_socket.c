#define _GNU_SOURCE
#include "unix_socket.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

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

/* Room for a few descriptors, so that a sender of several has the rest of them closed here and not left open. */
#define MOST_PASSED 8

/* Takes the first descriptor of a message and closes the others. */
static int take_passed(struct msghdr *message) {
    int taken = -1;
    for (struct cmsghdr *part = CMSG_FIRSTHDR(message); part; part = CMSG_NXTHDR(message, part)) {
        if (part->cmsg_level != SOL_SOCKET || part->cmsg_type != SCM_RIGHTS) continue;
        size_t count = (part->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        for (size_t index = 0; index < count; index++) {
            int found;
            memcpy(&found, CMSG_DATA(part) + index * sizeof found, sizeof found);
            if (taken < 0) {
                taken = found;
            } else {
                close(found);
            }
        }
    }
    return taken;
}

ssize_t unix_receive(int descriptor, void *bytes, size_t room, int *passed) {
    union {
        char bytes[CMSG_SPACE(MOST_PASSED * sizeof(int))];
        struct cmsghdr alignment;
    } control;
    struct iovec part = {bytes, room};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = control.bytes,
                             .msg_controllen = sizeof control.bytes};
    ssize_t count;
    do {
        count = recvmsg(descriptor, &message, MSG_CMSG_CLOEXEC);
    } while (count < 0 && errno == EINTR);
    if (count < 0) return -errno;
    int taken = take_passed(&message);
    if (taken >= 0) *passed = taken;
    return count;
}

ssize_t unix_send_with(int descriptor, const void *bytes, size_t count, int passed) {
    union {
        char bytes[CMSG_SPACE(sizeof(int))];
        struct cmsghdr alignment;
    } control;
    memset(&control, 0, sizeof control);
    struct iovec part = {(void *)bytes, count};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = control.bytes,
                             .msg_controllen = sizeof control.bytes};
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(header), &passed, sizeof passed);
    ssize_t sent;
    do {
        sent = sendmsg(descriptor, &message, MSG_NOSIGNAL);
    } while (sent < 0 && errno == EINTR);
    return sent < 0 ? -errno : sent;
}
