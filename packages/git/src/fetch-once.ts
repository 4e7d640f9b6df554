import { createHash } from "node:crypto";
import { mkdir, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fetchBlobs } from "./fetch-job.ts";
import type { RepositoryCache } from "./repository-cache.ts";

/**
 * Fetches blobs as {@link fetchBlobs} does, and notes in the cache that just these are there: asking git about twenty thousand
 * names takes longer than everything else at the start of a job.
 *
 * A cache never loses a blob but by accident; whoever reads a lost one reports the cache as broken.
 */
export async function fetchOnce(cache: RepositoryCache, shas: readonly string[]): Promise<void> {
  const name = createHash("sha256").update(shas.join("\n")).digest("hex");
  const note = join(cache.gitDir, "docsteward-complete", name);
  if (await isThere(note)) return;
  await fetchBlobs(cache, shas);
  await mkdir(dirname(note), { recursive: true });
  await writeFile(note, "");
}

const isThere = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );
