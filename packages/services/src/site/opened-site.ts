import type { Retriever } from "@docsteward/assistant/retriever/retriever";

/**
 * A site as one question sees it: one version from the first look to the last, also when another one comes to answer
 * meanwhile.
 */
export type OpenedSite = {
  retriever: Retriever;
  /** Grows with each version that comes to answer. */
  version: number;
  commit: string;
  indexedAt: Date;
  /** When a page last changed, by its file; null when the history does not say. */
  changedAt(file: string): Date | null;
};
