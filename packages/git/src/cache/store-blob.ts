import { createHash, randomBytes } from "node:crypto";
import { mkdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { deflate } from "node:zlib";
import type { RepositoryCache } from "./repository-cache.ts";

const compress = promisify(deflate);

/**
 * Writes a blob into the cache as a loose object, the way git does, without starting git: a write costs well under a
 * millisecond, and everything that runs in the cache afterwards finds it.
 *
 * @returns its name
 */
export async function storeBlob(cache: Pick<RepositoryCache, "gitDir">, bytes: Uint8Array): Promise<string> {
  const object = Buffer.concat([Buffer.from(`blob ${bytes.length}\0`), bytes]);
  const sha = createHash("sha1").update(object).digest("hex");
  const folder = join(cache.gitDir, "objects", sha.slice(0, 2));
  const file = join(folder, sha.slice(2));
  if (await isThere(file)) return sha;
  await mkdir(folder, { recursive: true });
  // Under another name first: git must never find half an object. It clears away such names itself.
  const draft = join(folder, `tmp_obj_${randomBytes(6).toString("hex")}`);
  try {
    await writeFile(draft, await compress(object, { level: 1 }), { flag: "wx", mode: 0o444 });
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  return sha;
}

async function isThere(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
      return false;
    },
  );
}
