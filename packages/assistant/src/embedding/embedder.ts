/** Options of one call to an embedder. */
export type EmbedOptions = { signal?: AbortSignal };

/**
 * Turns texts into vectors, so that passages are found that say the same in other words.
 *
 * Vectors of a text and of a question that it answers point the same way. None is longer than 1; a shorter one says that the
 * embedder knows only so much of the text, and one of zeros that it knows nothing.
 */
export type Embedder = {
  /** Names what makes the vectors and its version: those of another id lie in another space and are never compared with these. */
  readonly id: string;
  /** Loads what it needs, so that the first question does not wait for it. */
  start?(): Promise<void>;
  /** One vector a text, in their order. */
  embedDocuments(texts: string[], options?: EmbedOptions): Promise<Float32Array[]>;
  embedQuery(text: string, options?: EmbedOptions): Promise<Float32Array>;
};
