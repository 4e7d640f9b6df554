import { posix } from "node:path";
import { isMenuFile, isMkdocsFile, isTocTreeFile } from "@docsteward/contract/docs-files";
import { oncePer } from "@docsteward/platform/once-per";
import type { BlobReader } from "../cache/blob-store.ts";
import type { Listing } from "../cache/commit-listing.ts";
import { fetchBlobs } from "../cache/job-refs.ts";
import type { RepositoryCache } from "../cache/repository-cache.ts";
import { isDocsFile, refusePath } from "../rules/path-rules.ts";
import { MAX_READ_BYTES } from "./file-text.ts";

const MAX_PARTS = 200;
/** Each is read when a job begins. The nearest to the root come first. */
const MAX_HOLDERS = 100;
const MAX_ROUNDS = 6;
const MAX_NODES = 200_000;

type Ground = { cache: RepositoryCache; blobs: Pick<BlobReader, "read">; docsPath: string };

/** Files of a commit that are told by their names alone. */
type Named = {
  /** Navigation that may name its parts, where there are files that may be parts. */
  holders: string[];
  menus: string[];
  documents: string[];
};

const findNamed = oncePer((names: Listing["names"]): Named => {
  const has = (ending: RegExp) => names.some((path) => ending.test(path) && !isDocsFile(path));
  const depth = (path: string) => path.split("/").length;
  const holders = [
    ...(has(/\.json$/) ? names.filter((path) => /(^|\/)docs\.json$/.test(path)) : []),
    ...(has(/\.ya?ml$/) ? names.filter((path) => isMkdocsFile(path)) : []),
  ]
    .sort((a, b) => depth(a) - depth(b))
    .slice(0, MAX_HOLDERS);
  const all = new Set(names);
  const sphinx = new Set(names.filter((path) => /(^|\/)conf\.py$/.test(path)).map((path) => posix.dirname(path)));
  const isOfSphinx = (path: string): boolean => {
    const folder = posix.dirname(path);
    return sphinx.has(folder) || (folder !== "." && isOfSphinx(folder));
  };
  return {
    holders,
    menus: names.filter((path) => isMenuFile(path) && isOfHugo(path, all)),
    documents: names.filter((path) => isTocTreeFile(path) && isOfSphinx(path)).sort((a, b) => depth(a) - depth(b)),
  };
});

const ENDINGS = ["toml", "yaml", "yml", "json"];

/** Whether a menu lies in a configuration of Hugo: other programs have folders of that name, too. */
function isOfHugo(path: string, names: ReadonlySet<string>): boolean {
  const config = posix.dirname(posix.dirname(path));
  const above = posix.dirname(config);
  const stems = [
    `${config}/_default/hugo`,
    `${config}/_default/config`,
    ...[`hugo`, `config`].map((name) => posix.join(above, name)),
  ];
  return stems.some((stem) => ENDINGS.some((ending) => names.has(`${stem}.${ending}`)));
}

/**
 * Finds the files besides those of {@link isDocsFile} that a site's navigation is in, as a commit has them: what `docs.json` takes in
 * by `{ "$ref": "./fr.json" }` and `mkdocs.yml` by `INHERIT`, menus of Hugo, and documents of Sphinx with a `toctree`. A job may edit
 * these; it cannot add others, since its own edits do not count.
 *
 * @returns blob by path
 */
export async function findNavigationParts(
  ground: Ground,
  listing: Pick<Listing, "tree" | "editable" | "names">,
): Promise<Map<string, string>> {
  const { holders, menus, documents } = findNamed(listing.names);
  const parts = new Map<string, string>();
  const rules = { docsPath: ground.docsPath, isEditable: () => true };
  const add = (paths: Iterable<string>) => {
    const added: [string, string][] = [];
    for (const path of paths) {
      const entry = listing.tree.get(path);
      const isNew = !parts.has(path) && !listing.editable.has(path) && parts.size < MAX_PARTS;
      if (!isNew || entry?.mode !== "100644" || refusePath(path, rules) !== null) continue;
      parts.set(path, entry.sha);
      added.push([path, entry.sha]);
    }
    return added;
  };
  let open = holders.flatMap((path): [string, string][] => {
    const sha = listing.editable.get(path);
    return sha === undefined ? [] : [[path, sha]];
  });
  for (let round = 0; round < MAX_ROUNDS && open.length > 0; round += 1) {
    const texts = await readAll(ground, open);
    const found = add(new Set(texts.flatMap(([path, content]) => partsNamedBy(path, content))));
    open = found;
    // A name alone does not make a file a configuration of MkDocs.
    const yaml = found.filter(([path]) => /\.ya?ml$/i.test(path));
    for (const [path, content] of await readAll(ground, yaml)) if (!isMkdocsText(content)) parts.delete(path);
  }
  await readAll(ground, add(menus));
  for (const [path, content] of await readAll(ground, add(documents)))
    if (!content.includes("toctree::")) parts.delete(path);
  return parts;
}

/** The texts of files, without those that are too large to be read. */
async function readAll({ cache, blobs }: Ground, files: [path: string, sha: string][]): Promise<[string, string][]> {
  if (files.length === 0) return [];
  await fetchBlobs(
    cache,
    files.map(([, sha]) => sha),
  );
  const read = await Promise.all(files.map(async ([path, sha]) => [path, await blobs.read(sha)] as const));
  return read.map(([path, content]) => [path, content.length > MAX_READ_BYTES ? "" : content.toString("utf8")]);
}

function partsNamedBy(path: string, text: string): string[] {
  return path.endsWith(".json") ? refsOf(path, text) : inheritedBy(path, text);
}

const INHERIT = /^INHERIT:[ \t]+["']?([\w./-]{1,300}\.ya?ml)["']?[ \t]*(?:#.*)?\r?$/im;
const SETTING = /^(?:site_name|site_url|nav|theme|plugins|markdown_extensions|docs_dir|repo_url)[ \t]*:/m;

const isMkdocsText = (text: string) => SETTING.test(text);

/** The configuration that one of MkDocs builds on. */
function inheritedBy(path: string, text: string): string[] {
  const parent = INHERIT.exec(text)?.[1];
  return parent === undefined ? [] : [posix.join(posix.dirname(path), parent)];
}

/** The JSON files that a file refers to, at any depth. */
function refsOf(path: string, text: string): string[] {
  if (!text.includes('"$ref"')) return [];
  const found: string[] = [];
  const stack: unknown[] = [parse(text)];
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

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    // Checks report it.
    return null;
  }
}
