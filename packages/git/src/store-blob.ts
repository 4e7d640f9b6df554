import type { RepositoryCache } from "./repository-cache.ts";

/** Writes a blob into the cache. @returns its name */
export async function storeBlob(cache: RepositoryCache, bytes: Buffer): Promise<string> {
  const { stdout } = await cache.git({ args: ["hash-object", "-w", "--stdin"], stdin: bytes });
  return stdout.toString("latin1").trim();
}
