#include "depth_list.h"

uint16_t depth_lists_end(struct depth_lists lists)
{
    uint16_t end = UINT16_MAX;
    for (size_t i = 0; i < lists.count; i++)
        end = lists.strips[i].near.end < end ? lists.strips[i].near.end : end;
    return end;
}

static uint64_t below(struct depth_lists lists, const struct depth_loops *loops, uint16_t limit)
{
    uint64_t found = 0;
    for (size_t i = 0; i < lists.count; i++) {
        const struct depth_list *list = &lists.strips[i].near;
        found += limit == list->end ? list->count : loops->below(list->offsets, blocks_of(list->count), limit);
    }
    return found;
}

uint64_t depth_lists_upto(struct depth_lists lists, const struct depth_loops *loops, const uint64_t *upto)
{
    const uint16_t end = depth_lists_end(lists);
    uint64_t found = 0;
    for (size_t i = 0; i < lists.count; i++) {
        const struct depth_list *list = &lists.strips[i].near;
        found += list->end == end ? upto[i] : loops->below(list->offsets, blocks_of(list->count), end + 1);
    }
    return found;
}

static size_t gather(struct depth_lists lists, const struct depth_loops *loops, struct depth_window window)
{
    size_t count = 0;
    for (size_t i = 0; i < lists.count; i++) {
        const struct depth_list *list = &lists.strips[i].near;
        count += loops->within(list->offsets, blocks_of(list->count), window, lists.room + count);
    }
    fill_up(lists.room, count);
    return count;
}

/* The offset of a rank among some that all lie in a window; the list grows shorter with every look. */
static uint16_t find_in(uint16_t *offsets, size_t count, const struct depth_loops *loops, struct depth_window window,
                        uint64_t rank)
{
    while (window.end - window.first > 1) {
        const uint16_t middle = (uint16_t)(window.first + (window.end - window.first) / 2);
        const size_t under = loops->below(offsets, blocks_of(count), middle);
        if (under >= rank) {
            window.end = middle;
        } else {
            window.first = middle;
            rank -= under;
        }
        count = loops->within(offsets, blocks_of(count), window, offsets);
        fill_up(offsets, count);
    }
    return window.first;
}

int depth_list_find(struct depth_lists lists, const struct depth_loops *loops, struct depth_window window,
                    uint64_t rank, uint16_t *offset)
{
    const uint16_t end = depth_lists_end(lists);
    uint64_t under_end = below(lists, loops, window.end < end ? window.end : end);
    if (window.end >= end || under_end < rank) {
        if (window.end < end)
            under_end = below(lists, loops, end);
        window.end = end;
    }
    if (under_end < rank)
        return 0;
    if (window.first >= window.end)
        window.first = 0;
    size_t count = gather(lists, loops, window);
    if (under_end - count >= rank) {
        window.first = 0;
        count = gather(lists, loops, window);
    }
    *offset = find_in(lists.room, count, loops, window, rank - (under_end - count));
    return 1;
}
