import { GitError } from "./error.ts";
import { endGroup, startGit } from "./run-git.ts";

export type BlobReader = {
  /** The content of a blob; null when the cache does not hold it. Answers come in the order of the questions. */
  read(sha: string): Promise<Buffer | null>;
  close(): void;
};

type Waiting = { resolve(content: Buffer | null): void; reject(error: Error): void };

/** Keeps one `git cat-file --batch` running, so that reading a file costs no process. */
export function openBlobReader(gitDir: string): BlobReader {
  const waiting: Waiting[] = [];
  let child: ReturnType<typeof startGit> | null = null;
  let isClosed = false;

  const fail = (error: Error) => {
    child = null;
    for (const { reject } of waiting.splice(0)) reject(error);
  };

  const start = () => {
    const started = startGit({ args: ["cat-file", "--batch"], gitDir });
    const parse = createParser((content) => waiting.shift()?.resolve(content));
    started.stdout.on("data", parse);
    started.stderr.resume();
    started.stdin.on("error", () => undefined);
    started.on("error", (cause) => fail(new GitError("unavailable", "git could not be started.", { cause })));
    started.on("close", () =>
      fail(new GitError("git_failed", "git stopped reading the server's copy of the repository.")),
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

/** Cuts the output of `cat-file --batch` into contents: `<sha> <type> <size>\n<content>\n`, or `<sha> missing\n`. */
function createParser(onContent: (content: Buffer | null) => void): (chunk: Buffer) => void {
  let chunks: Buffer[] = [];
  let length = 0;
  let needed = 0;
  return (chunk) => {
    chunks.push(chunk);
    length += chunk.length;
    if (length < needed) return;
    let buffer = chunks.length === 1 ? chunk : Buffer.concat(chunks, length);
    for (;;) {
      const end = buffer.indexOf(10);
      if (end < 0) break;
      const words = buffer.toString("latin1", 0, end).split(" ");
      const size = words[1] === "missing" ? null : Number(words[2]);
      const after = size === null ? end + 1 : end + 1 + size + 1;
      if (buffer.length < after) {
        needed = after;
        break;
      }
      onContent(size === null ? null : Buffer.from(buffer.subarray(end + 1, after - 1)));
      buffer = buffer.subarray(after);
      needed = 0;
    }
    chunks = [buffer];
    length = buffer.length;
  };
}
