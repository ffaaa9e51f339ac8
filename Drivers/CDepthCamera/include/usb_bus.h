#ifndef COMPANION_USB_BUS_H
#define COMPANION_USB_BUS_H

#include <stddef.h>
#include <stdint.h>

/* The devices on the USB, seen through libusb. A bus and all that is opened from it belong to one thread. Every call
 * gives 0 or a count, or -errno with the outputs untouched. */
struct usb_bus;

/* How fast the bus runs to a device, in libusb's numbers. */
enum usb_speed {
    usb_speed_unknown = 0,
    usb_speed_low = 1,
    usb_speed_full = 2,
    usb_speed_high = 3,
    usb_speed_super = 4,
    usb_speed_super_plus = 5,
};

/* What is known of a device without opening it. The ports lead from the root of the bus to the device. */
struct usb_device_facts {
    uint16_t vendor;
    uint16_t product;
    uint16_t release;
    uint16_t usb_version;
    uint8_t device_class;
    uint8_t bus;
    uint8_t address;
    uint8_t speed;
    uint8_t port_count;
    uint8_t ports[7];
};

/* Begins to watch the bus; what comes and goes from here on is noticed by usb_bus_wait. */
int usb_bus_open(struct usb_bus **bus);

/* Ends it. A bus under which something was abandoned stays allocated for ever. Takes null. */
void usb_bus_close(struct usb_bus *bus);

/* Takes a new list of the devices that are there, and gives their count; indices below mean this list. */
int usb_bus_list(struct usb_bus *bus);

/* The facts of device `index`. */
int usb_bus_facts(const struct usb_bus *bus, int index, struct usb_device_facts *facts);

/* The bytes of the active (else the first) configuration of device `index`, as the device gave them, and their count;
 * -EMSGSIZE where they do not fit. */
int usb_bus_configuration(const struct usb_bus *bus, int index, uint8_t *bytes, size_t capacity);

/* Handles what happens on the bus for `milliseconds` at most: 1 as soon as a device came or went since the last time
 * this was told, 0 where none did. */
int usb_bus_wait(struct usb_bus *bus, int milliseconds);

/* How many cameras this process had to abandon with their transfers. */
unsigned usb_abandoned(void);

#endif
