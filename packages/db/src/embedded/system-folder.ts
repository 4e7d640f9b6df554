import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";

/** Not below `/tmp` or `/var/tmp`: systems clear those of files that nobody touched for some days. */
const PARENT = "/var/lib/docsteward";

/**
 * A folder of root's outside any private home.
 *
 * @param kind what the folder holds, e.g. `data`
 * @param key tells it from others of its kind: 16 hexadecimal digits
 */
export function systemFolder(kind: string, key: string): string {
  return join(PARENT, `${kind}-${key}`);
}

/** A key made of the path that a folder stands in for. */
export function keyOfPath(path: string): string {
  return createHash("sha256").update(path).digest("hex").slice(0, 16);
}

/** The folders of a kind that exist; none when root never made one, or this user may not look. */
export async function listSystemFolders(kind: string): Promise<{ path: string; key: string }[]> {
  const names = await readdir(PARENT).catch((): string[] => []);
  return names
    .filter((name) => name.startsWith(`${kind}-`) && /^[0-9a-f]{16}$/.test(name.slice(kind.length + 1)))
    .map((name) => ({ path: join(PARENT, name), key: name.slice(kind.length + 1) }));
}
