import { createHash, randomBytes } from "node:crypto";
import { mkdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { deflate } from "node:zlib";
import { GitError } from "../error.ts";
import { type GitProcess, startGit } from "../run/git-process.ts";
import { toCommand, toStartError } from "../run/run-git.ts";
import type { RepositoryCache } from "./repository-cache.ts";

/** Reads blobs of a repository's cache through one git process. */
export type BlobReader = {
  /**
   * The content of a blob, cut one byte above the limit, so that a caller can see that it was cut.
   *
   * @throws GitError `git_failed` when the cache does not hold it; the cache is reported as broken then
   */
  read(sha: string): Promise<Buffer>;
  close(): void;
};

type Waiting = { resolve(content: Buffer): void; reject(error: Error): void };

/**
 * Keeps one `git cat-file --batch` running, so that reading a file costs no process.
 *
 * @param maxBytes what of a blob is kept in memory, however large it is
 */
export function openBlobReader(
  cache: Pick<RepositoryCache, "gitDir" | "reportBroken">,
  { maxBytes }: { maxBytes: number },
): BlobReader {
  const waiting: Waiting[] = [];
  let git: GitProcess | null = null;
  let isClosed = false;

  const answer = (content: Buffer | null) => {
    const next = waiting.shift();
    if (content) return next?.resolve(content);
    const lacking = new GitError(
      "git_failed",
      "A file is missing from the server's copy of the repository. Try again later.",
    );
    cache.reportBroken().then(() => next?.reject(lacking), next?.reject);
  };
  const start = () => {
    const parse = createBlobParser(maxBytes, answer);
    const started = startGit(toCommand({ args: ["cat-file", "--batch"], gitDir: cache.gitDir }), {
      onStdout: parse,
      onStderr: () => undefined,
      onEnd(end) {
        const error = typeof end === "number" ? endedEarly() : toStartError(end);
        if (git === started) git = null;
        for (const { reject } of waiting.splice(0)) reject(error);
      },
    });
    return started;
  };

  return {
    read(sha) {
      if (isClosed) return Promise.reject(new GitError("git_failed", "The job's files are closed."));
      git ??= start();
      const { write } = git;
      return new Promise((resolve, reject) => {
        waiting.push({ resolve, reject });
        write(`${sha}\n`);
      });
    },
    close() {
      isClosed = true;
      git?.stop();
    },
  };
}

const endedEarly = () =>
  new GitError("git_failed", "The server's copy of the repository could not be read completely. Try again later.");

const NOTHING = Buffer.alloc(0);

/** Cuts the output of `cat-file --batch` into contents: `<sha> <type> <size>\n<content>\n`, or `<sha> missing\n`. */
export function createBlobParser(
  maxBytes: number,
  onContent: (content: Buffer | null) => void,
): (chunk: Buffer) => void {
  let header: Buffer = NOTHING;
  let body: { left: number; room: number; kept: Buffer[] } | null = null;

  const takeHeader = (rest: Buffer): Buffer => {
    const end = rest.indexOf("\n");
    header = Buffer.concat([header, end < 0 ? rest : rest.subarray(0, end)]);
    if (end < 0) return NOTHING;
    const [, type, size] = header.toString("latin1").split(" ");
    header = NOTHING;
    if (type === "missing") onContent(null);
    else body = { left: Number(size) + 1, room: Math.min(Number(size), maxBytes + 1), kept: [] };
    return rest.subarray(end + 1);
  };
  const takeBody = (rest: Buffer, to: NonNullable<typeof body>): Buffer => {
    const part = rest.subarray(0, to.left);
    const kept = part.subarray(0, to.room);
    if (kept.length > 0) to.kept.push(kept);
    to.room -= kept.length;
    to.left -= part.length;
    if (to.left === 0) {
      body = null;
      onContent(Buffer.concat(to.kept));
    }
    return rest.subarray(part.length);
  };
  return (chunk) => {
    let rest = chunk;
    while (rest.length > 0) rest = body ? takeBody(rest, body) : takeHeader(rest);
  };
}

const compress = promisify(deflate);

/**
 * Writes an object into the cache as a loose one, the way git does, without starting git: a write costs well under a
 * millisecond, and everything that runs in the cache afterwards finds it.
 *
 * @returns its name
 */
export async function storeObject(
  cache: Pick<RepositoryCache, "gitDir">,
  type: "blob" | "tree" | "commit",
  bytes: Uint8Array,
): Promise<string> {
  const object = Buffer.concat([Buffer.from(`${type} ${bytes.length}\0`), bytes]);
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

/** Writes a text or other content as {@link storeObject} does. */
export const storeBlob = (cache: Pick<RepositoryCache, "gitDir">, bytes: Uint8Array): Promise<string> =>
  storeObject(cache, "blob", bytes);

async function isThere(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
      return false;
    },
  );
}
