/** Who asks a gap's question again, as threads name their readers: what is asked so is no reader's question. */
export const ASK_AGAIN_READER = "docsteward-gap";
