/**
 * @file channel.h
 * @brief Turns between two processes over shared memory, one of which trusts nothing.
 *
 * The keeper makes the channel, hands its descriptor to the method's process and has the first
 * turn. Who has the turn reads and writes the room, gives, and takes again. All of it may change
 * under the keeper at any moment, as the other process maps it too: the keeper copies what it is
 * told before it looks at it, and takes no size or place from the room unchecked. At worst it reads
 * rubbish.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include <levelfield/status.h>

typedef struct lf_channel lf_channel;

/** Make one with a room of `bytes`, zeros, at the keeper.
 *  @return LF_OK, LF_NO_MEMORY or LF_IO. */
lf_status lf_channel_create(size_t bytes, lf_channel **channel);

/** What the other process opens; closed on exec unless it is passed on. -1 for a channel that was
 *  opened. */
int lf_channel_fd(const lf_channel *channel);

/** Map what lf_channel_create() made, in the method's process. `fd` stays the caller's, and is not
 *  needed any more.
 *  @return LF_OK, LF_NO_MEMORY, or LF_BAD_INPUT: not the descriptor of a channel. */
lf_status lf_channel_open(int fd, lf_channel **channel);

/** The room, 64-byte aligned: the same bytes for both. */
void *lf_channel_room(lf_channel *channel, size_t *bytes);

/** Where both sides wait for each other: the first page of the mapping. */
const void *lf_channel_words(const lf_channel *channel);

/** It is the other's turn now. What was written to the room before is what the other reads. */
void lf_channel_give(lf_channel *channel);

/**
 * Wait until it is our turn. `alive` is asked from time to time (20 ms) whether there is anybody to
 * wait for; it may be NULL: wait for ever.
 * @return LF_OK, or LF_IO: alive() said no, and the turn had not been given before.
 */
lf_status lf_channel_take(lf_channel *channel, bool (*alive)(void *context), void *context);

/** NULL is fine. The other process keeps what it has mapped. */
void lf_channel_free(lf_channel *channel);
