import { GitError } from "../error.ts";
import { endGroup, startGit } from "../run/run-git.ts";
import type { RepositoryCache } from "./repository-cache.ts";

export type BlobReader = {
  /**
   * The content of a blob, cut one byte above the limit, so that nobody takes a part for the whole.
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
  let child: ReturnType<typeof startGit> | null = null;
  let isClosed = false;

  const answer = (content: Buffer | null) => {
    const next = waiting.shift();
    if (content) return next?.resolve(content);
    const lacking = new GitError("git_failed", "The server's copy of the repository lacks a file it should hold.");
    cache.reportBroken().then(() => next?.reject(lacking), next?.reject);
  };
  const start = () => {
    const started = startGit({ args: ["cat-file", "--batch"], gitDir: cache.gitDir });
    const fail = (error: GitError) => {
      if (child === started) child = null;
      for (const { reject } of waiting.splice(0)) reject(error);
    };
    started.stdout.on("data", createBlobParser(maxBytes, answer));
    started.stderr.resume();
    started.stdin.on("error", () => undefined);
    started.on("error", (cause) => fail(new GitError("unavailable", "git could not be started.", { cause })));
    started.on("close", () =>
      fail(new GitError("git_failed", "Reading the server's copy of the repository ended early.")),
    );
    return started;
  };

  return {
    read(sha) {
      if (isClosed) return Promise.reject(new GitError("git_failed", "The job's files are closed."));
      child ??= start();
      const { stdin } = child;
      return new Promise((resolve, reject) => {
        waiting.push({ resolve, reject });
        stdin.write(`${sha}\n`);
      });
    },
    close() {
      isClosed = true;
      if (child) endGroup(child);
    },
  };
}

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
