import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { devNull, tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { CommitSha, Source } from "./host.ts";
import { startGit } from "./run/git-process.ts";

export type TestRepository = AsyncDisposable & {
  /** Folder of the repository: the bare repository itself, or the working tree. */
  path: string;
  /** `file:///…` */
  url: string;
  branch: string;
  source(docsPath?: string, ref?: string): Source;
  /** Runs git in the repository and returns what it prints, trimmed. */
  git(...args: string[]): Promise<string>;
  /** Commits on a branch (made from the default branch when new) without touching any working tree; null deletes a file. */
  commit(files: Record<string, string | Uint8Array | null>, branch?: string, message?: string): Promise<CommitSha>;
  /** Stores content and returns the name of its blob. */
  hashObject(content: string | Uint8Array): Promise<string>;
  /** A file's text on a branch, or null. */
  read(path: string, branch?: string): Promise<string | null>;
  head(branch?: string): Promise<CommitSha>;
  remove(): Promise<void>;
};

export type RepositoryOptions = {
  /** Without a working tree. By default true. */
  bare?: boolean;
  branch?: string;
  /** Name of the folder, for spaces and umlauts. */
  name?: string;
  objectFormat?: "sha1" | "sha256";
};

/**
 * Makes a real repository in a temporary folder, with one commit of `files` (none when there are no files).
 *
 * Remove it with `remove()` or `await using`.
 */
export async function makeRepository(
  files: Record<string, string | Uint8Array>,
  { bare = true, branch = "main", name = "repository", objectFormat = "sha1" }: RepositoryOptions = {},
): Promise<TestRepository> {
  const folder = await mkdtemp(join(tmpdir(), "docsteward-test-"));
  const path = join(folder, name);
  await mkdir(path);
  const repository = describeRepository({ path, branch, remove: () => rm(folder, { recursive: true, force: true }) });
  const format = `--object-format=${objectFormat}`;
  // Without the sample hooks: copying them costs more than all the rest.
  await repository.git(
    "init",
    "--quiet",
    "--template=",
    format,
    "--initial-branch",
    branch,
    ...(bare ? ["--bare"] : []),
  );
  if (Object.keys(files).length > 0) await importCommit({ path, branch, parent: null, files });
  if (!bare && Object.keys(files).length > 0) await repository.git("reset", "--quiet", "--hard");
  return repository;
}

function describeRepository(at: { path: string; branch: string; remove(): Promise<void> }): TestRepository {
  const { path, branch: main, remove } = at;
  const url = pathToFileURL(path).href;
  const git = async (...args: string[]) => (await runPlainGit(path, args)).trim();
  const head = async (branch = main) => {
    const sha = await resolve(path, branch);
    if (sha === null) throw new Error(`${path} has no branch ${branch}.`);
    return sha;
  };
  return {
    path,
    url,
    branch: main,
    source: (docsPath = "", ref = main) => ({ repository: url, ref, docsPath }),
    git,
    head,
    commit: (files, branch = main, message) => commitFiles({ path, main, files, branch, message }),
    hashObject: async (content) => (await runPlainGit(path, ["hash-object", "-w", "--stdin"], toBytes(content))).trim(),
    read: (file, branch = main) => runPlainGit(path, ["show", `refs/heads/${branch}:${file}`]).catch(() => null),
    remove,
    [Symbol.asyncDispose]: remove,
  };
}

async function commitFiles(request: {
  path: string;
  main: string;
  branch: string;
  files: Record<string, string | Uint8Array | null>;
  message?: string;
}): Promise<CommitSha> {
  const { path, main, branch, files, message } = request;
  const parent = await resolve(path, branch).then((sha) => sha ?? resolve(path, main));
  return importCommit({ path, branch, parent, files, message });
}

async function importCommit(request: {
  path: string;
  branch: string;
  parent: CommitSha | null;
  files: Record<string, string | Uint8Array | null>;
  message?: string;
}): Promise<CommitSha> {
  const { path, branch, parent, files, message = `Change ${Object.keys(files).join(", ")}` } = request;
  const lines = [
    `commit refs/heads/${branch}\nmark :1\n`,
    "committer Ada Example <ada@example.com> 1767225600 +0000\n",
    ...data(message),
    ...(parent ? [`from ${parent}\n`] : []),
    ...Object.entries(files).flatMap(([file, content]) =>
      content === null ? [`D ${quote(file)}\n`] : [`M 100644 inline ${quote(file)}\n`, ...data(content)],
    ),
    "get-mark :1\ndone\n",
  ];
  const stream = Buffer.concat(lines.map(toBytes));
  return (await runPlainGit(path, ["fast-import", "--quiet", "--done", "--force"], stream)).trim();
}

const toBytes = (content: string | Uint8Array) => (typeof content === "string" ? Buffer.from(content) : content);

const quote = (file: string) => `"${file.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n")}"`;

function data(content: string | Uint8Array): (string | Uint8Array)[] {
  const bytes = toBytes(content);
  return [`data ${bytes.length}\n`, bytes, "\n"];
}

/** Read as git keeps a branch that changed lately, in a file of its own: a process each time would take most of many tests. */
async function resolve(path: string, branch: string): Promise<string | null> {
  for (const folder of [path, join(path, ".git")]) {
    const text = await readFile(join(folder, "refs", "heads", branch), "utf8").catch(() => "");
    if (SHA.test(text)) return text.trim();
  }
  const found = await runPlainGit(path, ["rev-parse", "--verify", "--quiet", `refs/heads/${branch}`]).catch(() => null);
  return found?.trim() ?? null;
}

const SHA = /^[0-9a-f]{40,64}\s*$/;

/** Git as a person runs it, with no configuration but the repository's. Started as this process starts all git. */
function runPlainGit(cwd: string, args: string[], stdin?: Uint8Array): Promise<string> {
  const [out, err]: [Buffer[], Buffer[]] = [[], []];
  const command = {
    args: ["-C", cwd, "-c", "user.name=Ada Example", "-c", "user.email=ada@example.com", ...args],
    env: {
      PATH: process.env.PATH ?? "/usr/local/bin:/usr/bin:/bin",
      HOME: "/nonexistent",
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_CONFIG_GLOBAL: devNull,
      LC_ALL: "C",
    },
  };
  return new Promise((resolve, reject) => {
    const git = startGit(command, {
      onStdout: (chunk) => void out.push(chunk),
      onStderr: (chunk) => void err.push(chunk),
      onEnd(end) {
        if (end === 0) resolve(Buffer.concat(out).toString("utf8"));
        else reject(new Error(`git ${args.join(" ")} ended with ${end}: ${Buffer.concat(err).toString("utf8")}`));
      },
    });
    if (stdin) git.write(stdin);
    git.endInput();
  });
}

/** A folder for data of the service, removed by `remove()` or `await using`. */
export async function makeDataDir(): Promise<AsyncDisposable & { path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), "docsteward-data-"));
  const remove = () => rm(path, { recursive: true, force: true });
  return { path, remove, [Symbol.asyncDispose]: remove };
}
