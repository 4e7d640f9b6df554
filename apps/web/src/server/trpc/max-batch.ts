/** How many procedures one request may call to look at things. */
export const MAX_BATCH = 20;

/** How many it may call to change things: a mutation can start outside calls, hash a password, or have the pages indexed. */
export const MAX_MUTATIONS = 3;
