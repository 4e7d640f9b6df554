/** How many procedures one request may call. */
export const MAX_BATCH = 20;
