#include "cyclone_bus.h"
#include "cyclone_headers.h"

#include <errno.h>

#ifdef CYCLONE_HEADERS

#include "Messages/messages.h"
#include "cyclone_bytes.h"
#include "cyclone_complaints.h"
#include "cyclone_library.h"

#include <stdlib.h>
#include <string.h>

#define LONGEST_WRITE DDS_MSECS(100)

struct cyclone_bus {
    const struct cyclone_library *dds;
    dds_entity_t domain, participant, waitset;
    dds_entity_t entities[CYCLONE_CHANNELS];
    bool are_writers[CYCLONE_CHANNELS];
    int count;
};

int cyclone_is_there(void) { return cyclone_library_find() == NULL ? -ENOENT : 0; }

int cyclone_open(struct cyclone_bus **bus, uint32_t domain, const char *configuration, const char *user_data) {
    const struct cyclone_library *dds = cyclone_library_find();
    if (dds == NULL) return -ENOENT;
    struct cyclone_bus *made = calloc(1, sizeof *made);
    if (made == NULL) return -ENOMEM;
    made->dds = dds;
    dds->dds_set_log_sink(cyclone_note_complaint, NULL);
    made->domain = dds->dds_create_domain(domain, configuration);
    if (made->domain < 0) {
        int result = made->domain == DDS_RETCODE_PRECONDITION_NOT_MET ? -EBUSY : -EIO;
        free(made);
        return result;
    }
    dds_qos_t *qos = dds->dds_create_qos();
    if (user_data != NULL) dds->dds_qset_userdata(qos, user_data, strlen(user_data));
    made->participant = dds->dds_create_participant(domain, qos, NULL);
    dds->dds_delete_qos(qos);
    if (made->participant > 0) made->waitset = dds->dds_create_waitset(made->participant);
    if (made->participant < 0 || made->waitset < 0) {
        cyclone_close(made);
        return -EIO;
    }
    *bus = made;
    return 0;
}

void cyclone_close(struct cyclone_bus *bus) {
    if (bus == NULL) return;
    bus->dds->dds_delete(bus->domain); /* with all that is in it */
    free(bus);
}

/* The older form of the range goes under the name of the newer one. */
static const dds_topic_descriptor_t *descriptor(enum cyclone_form form, dds_topic_descriptor_t *renamed) {
    switch (form) {
    case CYCLONE_STRING: return &std_msgs_msg_dds__String__desc;
    case CYCLONE_RANGE: return &sensor_msgs_msg_dds__Range__desc;
    case CYCLONE_RANGE_BEFORE:
        renamed->m_typename = sensor_msgs_msg_dds__Range__desc.m_typename;
        return renamed;
    case CYCLONE_FLUID_PRESSURE: return &sensor_msgs_msg_dds__FluidPressure__desc;
    case CYCLONE_DIAGNOSTIC_ARRAY: return &diagnostic_msgs_msg_dds__DiagnosticArray__desc;
    case CYCLONE_PATH: return &nav_msgs_msg_dds__Path__desc;
    case CYCLONE_POSE_WITH_COVARIANCE: return &geometry_msgs_msg_dds__PoseWithCovarianceStamped__desc;
    case CYCLONE_ODOMETRY: return &nav_msgs_msg_dds__Odometry__desc;
    }
    return NULL;
}

static dds_qos_t *quality(const struct cyclone_library *dds, const struct cyclone_channel *channel) {
    static const dds_data_representation_id_t plain = DDS_DATA_REPRESENTATION_XCDR1;
    dds_qos_t *qos = dds->dds_create_qos();
    dds->dds_qset_reliability(
        qos, channel->is_reliable ? DDS_RELIABILITY_RELIABLE : DDS_RELIABILITY_BEST_EFFORT, LONGEST_WRITE);
    dds->dds_qset_durability(qos, channel->is_kept ? DDS_DURABILITY_TRANSIENT_LOCAL : DDS_DURABILITY_VOLATILE);
    dds->dds_qset_history(qos, DDS_HISTORY_KEEP_LAST, channel->depth);
    dds->dds_qset_data_representation(qos, 1, &plain);
    if (channel->user_data != NULL) dds->dds_qset_userdata(qos, channel->user_data, strlen(channel->user_data));
    return qos;
}

int cyclone_add(struct cyclone_bus *bus, const struct cyclone_channel *channel) {
    if (bus->count == CYCLONE_CHANNELS) return -ENOSPC;
    const struct cyclone_library *dds = bus->dds;
    dds_topic_descriptor_t renamed = sensor_msgs_msg_dds__RangeBefore__desc;
    const dds_topic_descriptor_t *form = descriptor(channel->form, &renamed);
    if (form == NULL) return -EINVAL;
    dds_qos_t *qos = quality(dds, channel);
    dds_entity_t topic = dds->dds_create_topic(bus->participant, form, channel->topic, NULL, NULL);
    dds_entity_t made = topic;
    if (topic > 0) {
        made = channel->is_writer ? dds->dds_create_writer(bus->participant, topic, qos, NULL)
                                  : dds->dds_create_reader(bus->participant, topic, qos, NULL);
    }
    dds->dds_delete_qos(qos);
    if (made < 0) return -EIO;
    if (!channel->is_writer) {
        dds_entity_t condition = dds->dds_create_readcondition(made, DDS_ANY_STATE);
        if (condition < 0 || dds->dds_waitset_attach(bus->waitset, condition, 0) < 0) return -EIO;
    }
    bus->entities[bus->count] = made;
    bus->are_writers[bus->count] = channel->is_writer;
    return bus->count++;
}

static bool is_channel(const struct cyclone_bus *bus, int channel, bool is_writer) {
    return channel >= 0 && channel < bus->count && bus->are_writers[channel] == is_writer;
}

int cyclone_write(struct cyclone_bus *bus, int channel, const void *bytes, size_t size) {
    if (!is_channel(bus, channel, true) || size < 4) return -EINVAL;
    struct ddsi_serdata *data = cyclone_bytes(bus->dds, bytes, size);
    if (data == NULL) return -ENOMEM;
    dds_return_t result = bus->dds->dds_writecdr(bus->entities[channel], data);
    if (result == DDS_RETCODE_TIMEOUT) return -EAGAIN;
    if (result == DDS_RETCODE_ERROR) return -EINVAL; /* it could not be made a message of the topic's form */
    return result < 0 ? -EIO : 0;
}

int cyclone_wait(struct cyclone_bus *bus, int milliseconds) {
    dds_attach_t which;
    dds_return_t result = bus->dds->dds_waitset_wait(bus->waitset, &which, 1, DDS_MSECS((int64_t)milliseconds));
    return result < 0 ? -EIO : result > 0;
}

int cyclone_take(struct cyclone_bus *bus, int channel, void *bytes, size_t capacity, size_t *size) {
    if (!is_channel(bus, channel, false)) return -EINVAL;
    for (;;) {
        struct ddsi_serdata *data = NULL;
        dds_sample_info_t info;
        dds_return_t count = bus->dds->dds_takecdr(bus->entities[channel], &data, 1, &info, DDS_ANY_STATE);
        if (count <= 0) return count < 0 ? -EIO : 0;
        bool is_message = info.valid_data && data->kind == SDK_DATA;
        size_t length = data->ops->get_size(data);
        bool fits = length <= capacity;
        if (is_message && fits) {
            data->ops->to_ser(data, 0, length, bytes);
            *size = length;
        }
        bus->dds->ddsi_serdata_unref(data);
        if (is_message) return fits ? 1 : -EMSGSIZE; /* else a writer has gone, which is no message */
    }
}

int cyclone_matched(struct cyclone_bus *bus, int channel) {
    if (channel < 0 || channel >= bus->count) return 0;
    dds_publication_matched_status_t readers = {0};
    dds_subscription_matched_status_t writers = {0};
    if (bus->are_writers[channel]) {
        if (bus->dds->dds_get_publication_matched_status(bus->entities[channel], &readers) < 0) return 0;
        return (int)readers.current_count;
    }
    if (bus->dds->dds_get_subscription_matched_status(bus->entities[channel], &writers) < 0) return 0;
    return (int)writers.current_count;
}

#else

int cyclone_is_there(void) { return -ENOSYS; }

int cyclone_open(struct cyclone_bus **bus, uint32_t domain, const char *configuration, const char *user_data) {
    (void)bus, (void)domain, (void)configuration, (void)user_data;
    return -ENOSYS;
}

void cyclone_close(struct cyclone_bus *bus) { (void)bus; }

int cyclone_add(struct cyclone_bus *bus, const struct cyclone_channel *channel) {
    (void)bus, (void)channel;
    return -ENOSYS;
}

int cyclone_write(struct cyclone_bus *bus, int channel, const void *bytes, size_t size) {
    (void)bus, (void)channel, (void)bytes, (void)size;
    return -ENOSYS;
}

int cyclone_wait(struct cyclone_bus *bus, int milliseconds) {
    (void)bus, (void)milliseconds;
    return -ENOSYS;
}

int cyclone_take(struct cyclone_bus *bus, int channel, void *bytes, size_t capacity, size_t *size) {
    (void)bus, (void)channel, (void)bytes, (void)capacity, (void)size;
    return -ENOSYS;
}

int cyclone_matched(struct cyclone_bus *bus, int channel) {
    (void)bus, (void)channel;
    return 0;
}

uint64_t cyclone_complaint(char *text, size_t capacity) {
    if (capacity > 0) text[0] = 0;
    return 0;
}

#endif
