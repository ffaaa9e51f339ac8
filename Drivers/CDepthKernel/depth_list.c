#include "depth_list.h"

#include "depth_sample.h"

enum {
    few = 1024, /* fewer offsets are not sampled first */
    least_sampled = 128,
    sampled_of = 64 /* one in so many, between the two */
};

uint16_t depth_lists_end(struct depth_lists lists)
{
    uint16_t end = UINT16_MAX;
    for (size_t i = 0; i < lists.count; i++)
        end = lists.strips[i].near.end < end ? lists.strips[i].near.end : end;
    return end;
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

/* Offsets evenly taken from all lists, which hold so many, at least a few; returns how many. */
static size_t take_sample(struct depth_lists lists, uint64_t total, uint16_t *sample)
{
    const uint64_t share = total / sampled_of > least_sampled ? total / sampled_of : least_sampled;
    const size_t count = share < most_sampled ? (size_t)share : most_sampled;
    const uint64_t step = (total << 16) / count;
    size_t list = 0, before = 0;
    for (size_t i = 0; i < count; i++) {
        const size_t at = (size_t)(i * step >> 16);
        while (at - before >= lists.strips[list].near.count)
            before += lists.strips[list++].near.count;
        sample[i] = lists.strips[list].near.offsets[at - before];
    }
    fill_up(sample, count);
    return count;
}

/* Where in the lists a rank is thought to lie: two standard deviations of a sample to either side. */
static struct depth_window guess(struct depth_lists lists, const struct depth_loops *loops, uint16_t end,
                                 uint64_t rank)
{
    struct depth_window window = {0, end};
    uint64_t total = 0;
    for (size_t i = 0; i < lists.count; i++)
        total += lists.strips[i].near.count;
    if (total < few || rank > total)
        return window;
    uint16_t sample[most_sampled];
    const size_t count = take_sample(lists, total, sample), blocks = blocks_of(count);
    const uint64_t sampled = rank * count / total;
    const uint64_t reach = depth_sample_reach(count, rank * 1000000 / total, 2);
    if (sampled > reach)
        window.first = depth_sample_ranked(loops, sample, blocks, end, sampled - reach);
    if (sampled + reach < loops->below(sample, blocks, end))
        window.end = depth_sample_ranked(loops, sample, blocks, end, sampled + reach) + 1;
    /* Where so few of what was looked at lie below the end, the first is beyond it. */
    return window.first < window.end ? window : (struct depth_window){0, end};
}

/* Copies what lies in a window into the room. */
static struct depth_share gather(struct depth_lists lists, const struct depth_loops *loops, struct depth_window window)
{
    struct depth_share all = {0, 0};
    for (size_t i = 0; i < lists.count; i++) {
        const struct depth_list *list = &lists.strips[i].near;
        const struct depth_share share =
            loops->within(list->offsets, blocks_of(list->count), window, lists.room + all.within);
        all.under += share.under;
        all.within += share.within;
    }
    fill_up(lists.room, all.within);
    return all;
}

/* The offset of a rank among some that all lie in a window. */
static uint16_t find_in(const uint16_t *offsets, size_t count, const struct depth_loops *loops,
                        struct depth_window window, uint64_t rank)
{
    while (window.end - window.first > 1) {
        const uint16_t middle = (uint16_t)(window.first + (window.end - window.first) / 2);
        if (loops->below(offsets, blocks_of(count), middle) < rank)
            window.first = middle;
        else
            window.end = middle;
    }
    return window.first;
}

int depth_list_find(struct depth_lists lists, const struct depth_loops *loops, uint64_t rank, uint16_t *offset)
{
    const uint16_t end = depth_lists_end(lists);
    struct depth_window window = guess(lists, loops, end, rank);
    struct depth_share share = gather(lists, loops, window);
    if (rank <= share.under || rank > share.under + share.within) {
        window = (struct depth_window){0, end};
        share = gather(lists, loops, window);
        if (rank > share.within)
            return 0;
    }
    *offset = find_in(lists.room, share.within, loops, window, rank - share.under);
    return 1;
}
