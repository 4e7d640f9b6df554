import { posix } from "node:path";
import type { BlobReader } from "../cache/blob-store.ts";
import type { Listing } from "../cache/commit-listing.ts";
import { fetchBlobs } from "../cache/job-refs.ts";
import type { RepositoryCache } from "../cache/repository-cache.ts";
import { isDocsFile, refusePath } from "../rules/path-rules.ts";
import { MAX_READ_BYTES } from "./file-text.ts";

const MAX_PARTS = 200;
const MAX_ROUNDS = 6;
const MAX_NODES = 200_000;

/**
 * Finds the files that a site's `docs.json` takes in by `{ "$ref": "./fr.json" }`, as the first commit has them: parts of its
 * navigation, whatever they are called. A job may edit these; it cannot add others, since its own edits do not count.
 *
 * @returns blob by path
 */
export async function findNavigationParts(
  { cache, blobs, docsPath }: { cache: RepositoryCache; blobs: Pick<BlobReader, "read">; docsPath: string },
  { tree, editable }: Pick<Listing, "tree" | "editable">,
): Promise<Map<string, string>> {
  const parts = new Map<string, string>();
  let open = [...editable].filter(([path]) => /(^|\/)docs\.json$/.test(path));
  if (open.length === 0 || !hasOtherJson(tree)) return parts;
  const rules = { docsPath, isEditable: () => true };
  for (let round = 0; round < MAX_ROUNDS && open.length > 0; round += 1) {
    await fetchBlobs(
      cache,
      open.map(([, sha]) => sha),
    );
    const named = await Promise.all(open.map(async ([path, sha]) => refsOf(path, await blobs.read(sha))));
    open = [];
    for (const path of new Set(named.flat())) {
      const entry = tree.get(path);
      const isNew = !parts.has(path) && !editable.has(path) && parts.size < MAX_PARTS;
      if (!isNew || entry?.mode !== "100644" || refusePath(path, rules) !== null) continue;
      parts.set(path, entry.sha);
      open.push([path, entry.sha]);
    }
  }
  return parts;
}

/** Without one nothing has to be read. */
function hasOtherJson(tree: Listing["tree"]): boolean {
  for (const path of tree.keys()) if (path.endsWith(".json") && !isDocsFile(path)) return true;
  return false;
}

/** The JSON files that a file refers to, at any depth. */
function refsOf(path: string, content: Buffer): string[] {
  if (content.length > MAX_READ_BYTES || !content.includes('"$ref"')) return [];
  const found: string[] = [];
  const stack: unknown[] = [parse(content)];
  for (let count = 0; stack.length > 0 && count < MAX_NODES; count += 1) {
    const value = stack.pop();
    if (typeof value !== "object" || value === null) continue;
    for (const [name, child] of Object.entries(value)) {
      if (name === "$ref" && typeof child === "string" && child.endsWith(".json") && !/[:#]/.test(child))
        found.push(posix.join(child.startsWith("/") ? "" : posix.dirname(path), child.replace(/^\//, "")));
      else stack.push(child);
    }
  }
  return found;
}

function parse(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString("utf8").replace(/^\uFEFF/, ""));
  } catch {
    // Checks report it.
    return null;
  }
}
