import { GitError } from "../error.ts";
import { MAX_READ_BYTES } from "./file-text.ts";

/** Reads and writes the objects that trees are. */
type TreeStore = {
  /** The content of an object, cut above {@link MAX_READ_BYTES}. */
  read(name: string): Promise<Buffer>;
  /** @returns the name of the tree that now exists */
  store(content: Buffer): Promise<string>;
};

/** `name` has a character for each byte: a name need not be UTF-8, and is kept as it is. */
type Entry = { mode: string; name: string; sha: string };

type Changes = ReadonlyMap<string, string | null>;

/**
 * Writes the tree that a tree becomes by some changes of files: only the folders on their ways are read and written, whatever else
 * the tree holds. Beside these nothing is looked at, and nothing changes.
 *
 * @param root names the tree, or a commit by `<sha>^{tree}`
 * @param changes by path: the blob that stands there now, or null for a file that is gone. Folders without files go, too
 * @returns the name of the new tree; null when a folder is too large to be read here, which git then has to do
 */
export async function editTree(store: TreeStore, root: string, changes: Changes): Promise<string | null> {
  try {
    const entries = await editFolder(store, root, toChanges(changes));
    return await store.store(formatTree(entries));
  } catch (error) {
    if (error === TOO_LARGE) return null;
    throw error;
  }
}

const TOO_LARGE = new Error("A folder is too large to be read.");
const FOLDER = "40000";
const FILE = "100644";

type FolderChanges = { files: Map<string, string | null>; folders: Map<string, FolderChanges> };

function toChanges(changes: Changes): FolderChanges {
  const top: FolderChanges = { files: new Map(), folders: new Map() };
  for (const [path, sha] of changes) {
    const parts = path.split("/").map((part) => Buffer.from(part).toString("latin1"));
    let folder = top;
    for (const part of parts.slice(0, -1)) {
      const below: FolderChanges = folder.folders.get(part) ?? { files: new Map(), folders: new Map() };
      folder.folders.set(part, below);
      folder = below;
    }
    folder.files.set(parts.at(-1) ?? "", sha);
  }
  return top;
}

/** @param name of the folder's tree; null for a folder that is new */
async function editFolder(store: TreeStore, name: string | null, { files, folders }: FolderChanges): Promise<Entry[]> {
  const entries = new Map<string, Entry>();
  for (const entry of name === null ? [] : parseTree(await store.read(name))) entries.set(entry.name, entry);
  // What is gone first: a folder may stand now where a file was, or the other way round.
  for (const [file, sha] of files) if (sha === null) entries.delete(file);
  for (const [folder, changes] of folders) {
    const before = entries.get(folder);
    const below = await editFolder(store, before?.mode === FOLDER ? before.sha : null, changes);
    if (below.length > 0)
      entries.set(folder, { mode: FOLDER, name: folder, sha: await store.store(formatTree(below)) });
    else if (before?.mode === FOLDER) entries.delete(folder);
  }
  for (const [file, sha] of files) if (sha !== null) entries.set(file, { mode: FILE, name: file, sha });
  return [...entries.values()];
}

const SHA_BYTES = 20;

/** `mode SP name NUL sha`, again and again. */
function parseTree(content: Buffer): Entry[] {
  if (content.length > MAX_READ_BYTES) throw TOO_LARGE;
  const entries: Entry[] = [];
  for (let at = 0; at < content.length; ) {
    const space = content.indexOf(0x20, at);
    const end = content.indexOf(0, space);
    const next = end + 1 + SHA_BYTES;
    if (space < 0 || end < 0 || next > content.length) {
      throw new GitError("git_failed", "A folder in the server's copy of the repository can't be read.");
    }
    entries.push({
      mode: content.toString("latin1", at, space),
      name: content.toString("latin1", space + 1, end),
      sha: content.toString("hex", end + 1, next),
    });
    at = next;
  }
  return entries;
}

/** In git's order, by bytes: a folder's name counts with the slash behind it. */
function formatTree(entries: readonly Entry[]): Buffer {
  const keyed = entries.map((entry) => ({ entry, key: entry.mode === FOLDER ? `${entry.name}/` : entry.name }));
  keyed.sort((a, b) => (a.key < b.key ? -1 : 1));
  return Buffer.concat(
    keyed.flatMap(({ entry: { mode, name, sha } }) => [
      Buffer.from(`${mode} ${name}\0`, "latin1"),
      Buffer.from(sha, "hex"),
    ]),
  );
}
