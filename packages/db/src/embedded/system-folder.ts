import { createHash } from "node:crypto";
import { join } from "node:path";

/**
 * A folder of root's outside any private home, one per origin.
 *
 * Not below `/tmp` or `/var/tmp`: systems clear those of files that nobody touched for some days.
 *
 * @param kind what the folder holds, e.g. `data`
 * @param origin the path it stands in for
 */
export function systemFolder(kind: string, origin: string): string {
  const key = createHash("sha256").update(origin).digest("hex").slice(0, 16);
  return join("/var/lib/docsteward", `${kind}-${key}`);
}
