import type { Embedder } from "@docsteward/assistant/embedding/embedder";
import { hashText, passageText } from "@docsteward/assistant/embedding/passage-text";
import { encodeVectors } from "@docsteward/assistant/embedding/vectors";
import { retryWhileUnavailable } from "@docsteward/db/database-error";
import { type ClaimedIndex, recordIndexProgress } from "@docsteward/services/site/index-run";
import {
  findVectors,
  listPagesWithoutVectors,
  type PageVectors,
  type PageWithoutVectors,
  publishVectors,
  storeVectors,
} from "@docsteward/services/site/vectors";
import type { WorkerDependencies } from "../dependencies.ts";

/** Pages that are embedded and stored together: enough that threads of the embedder seldom wait for the last passage. */
const BATCH = 25;

/**
 * Gives the pages that answer their vectors, as far as they have none of this embedder. They answer by their words meanwhile.
 *
 * A passage whose text an embedder has seen before on this site is not embedded again.
 *
 * @param forMs after so long no more pages are begun
 * @returns whether all have their vectors; only then they are used
 * @throws what the embedder throws; LeaseLostError when another worker has the run
 */
export async function embedPages(
  { services, log }: WorkerDependencies,
  {
    claimed,
    embedder,
    forMs,
    signal,
  }: { claimed: ClaimedIndex; embedder: Embedder; forMs: number; signal: AbortSignal },
): Promise<boolean> {
  const { lease, index } = claimed;
  const { id: projectId } = lease;
  const waiting = <T>(work: () => Promise<T>) => retryWhileUnavailable(work, { log, signal });
  const at = { projectId, embedderId: embedder.id };
  const startedMs = performance.now();
  let pagesDone = 0;
  for (;;) {
    signal.throwIfAborted();
    const { pages, total } = await waiting(() => listPagesWithoutVectors(services, { ...at, limit: BATCH }));
    if (pages.length === 0) break;
    if (pagesDone > 0 && performance.now() - startedMs >= forMs) return false;
    const pagesTotal = pagesDone + total;
    await waiting(() => recordIndexProgress(services, { lease, phase: "embedding", pagesDone, pagesTotal }));
    const made = await embedBatch(pages, embedder, {
      signal,
      find: (hashes) => waiting(() => findVectors(services, { ...at, hashes })),
    });
    await waiting(() => storeVectors(services, { lease, embedderId: embedder.id, pages: made }));
    pagesDone += pages.length;
  }
  if (pagesDone > 0 || index.embedderId !== embedder.id)
    await waiting(() => publishVectors(services, { lease, embedderId: embedder.id }));
  return true;
}

type Seen = { signal: AbortSignal; find(hashes: string[]): Promise<Map<string, Uint8Array>> };

async function embedBatch(
  pages: PageWithoutVectors[],
  embedder: Embedder,
  { find, signal }: Seen,
): Promise<PageVectors[]> {
  const texts = new Map<string, string>();
  const hashed = pages.map(({ file, sinceVersion, page }) => {
    const hashes = page.chunks.map((chunk) => {
      const text = passageText(page, chunk);
      const hash = hashText(text);
      texts.set(hash, text);
      return hash;
    });
    return { file, sinceVersion, hashes };
  });
  const vectors = await find([...texts.keys()]);
  const unseen = [...texts].filter(([hash]) => !vectors.has(hash));
  if (unseen.length > 0) {
    const embedded = await embedder.embedDocuments(
      unseen.map(([, text]) => text),
      { signal },
    );
    const bytes = encodeVectors(embedded);
    const stride = bytes.length / unseen.length;
    for (const [at, [hash]] of unseen.entries()) vectors.set(hash, bytes.subarray(at * stride, (at + 1) * stride));
  }
  return hashed.map((page) => ({ ...page, vectors: concatenate(page.hashes.map((hash) => vectors.get(hash))) }));
}

function concatenate(parts: (Uint8Array | undefined)[]): Uint8Array {
  const known = parts.filter((part) => part !== undefined);
  return new Uint8Array(Buffer.concat(known));
}
