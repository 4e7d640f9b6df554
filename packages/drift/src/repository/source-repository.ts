import { createBlobParser } from "@docsteward/git/cache/blob-store";
import { readRecords } from "@docsteward/git/cache/read-records";
import type { LocalRepository } from "@docsteward/git/local/local-repository";
import { tooManyFiles } from "@docsteward/git/rules/repository-bounds";

/** A file of a commit, and the name of its content. */
export type ListedFile = { path: string; sha: string };

const isFile = (mode: string) => mode.startsWith("100");

/** All files of a commit. @throws GitError `repository_too_large` */
export async function listFiles(repository: LocalRepository, commit: string): Promise<ListedFile[]> {
  const files: ListedFile[] = [];
  const { isCut } = await readRecords(repository, {
    args: ["ls-tree", "-r", "-z", "--full-tree", commit],
    maxRecords: repository.bounds.maxFiles,
    onRecord(record) {
      const tab = record.indexOf("\t");
      const [mode = "", , sha = ""] = record.slice(0, tab).split(" ");
      if (tab >= 0 && isFile(mode)) files.push({ path: record.slice(tab + 1), sha });
    },
  });
  if (isCut) throw tooManyFiles(repository.bounds);
  return files;
}

/** A file that differs between two commits; null where it is on one side alone. */
export type ChangedFile = { path: string; before: string | null; after: string | null };

/** The files that differ between two commits. */
export async function listChanges(repository: LocalRepository, base: string, head: string): Promise<ChangedFile[]> {
  const fields: string[] = [];
  const { isCut } = await readRecords(repository, {
    args: ["diff-tree", "-r", "-z", "--raw", "--no-renames", "--ignore-submodules=all", base, head],
    maxRecords: repository.bounds.maxFiles * 2,
    onRecord: (field) => void fields.push(field),
  });
  if (isCut) throw tooManyFiles(repository.bounds);
  const changes: ChangedFile[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [from = "", to = "", before = "", after = ""] = (fields[at] ?? "").split(" ");
    const [old, now] = [isFile(from.slice(1)) ? before : null, isFile(to) ? after : null];
    if (old !== null || now !== null) changes.push({ path: fields[at + 1] ?? "", before: old, after: now });
  }
  return changes;
}

/** Larger files are data, and take no part. */
const MAX_FILE_BYTES = 600_000;
const BATCH = 400;

/** Reads contents by their names, a few hundred with one process; binary and large ones come as null. */
export async function readContents(
  repository: LocalRepository,
  shas: readonly string[],
  onText: (sha: string, text: string | null) => void,
): Promise<void> {
  for (let start = 0; start < shas.length; start += BATCH) {
    const batch = shas.slice(start, start + BATCH);
    let next = 0;
    const parse = createBlobParser(MAX_FILE_BYTES, (bytes) => {
      const sha = batch[next];
      next += 1;
      if (sha === undefined) return;
      const isText = bytes !== null && bytes.length <= MAX_FILE_BYTES && bytes.indexOf(0) < 0;
      onText(sha, isText ? bytes.toString("utf8") : null);
    });
    await repository.git({
      args: ["cat-file", "--batch"],
      stdin: `${batch.join("\n")}\n`,
      onOutput: (chunk) => {
        parse(chunk);
        return undefined;
      },
    });
  }
}

/** A commit of the past, as far as it shows what changes together. */
export type PastCommit = { sha: string; time: number; subject: string; paths: string[] };

/** The newest commits before and with one, without merges: which files each of them changed. */
export async function listPastCommits(
  repository: LocalRepository,
  head: string,
  maxCommits: number,
): Promise<PastCommit[]> {
  const commits: PastCommit[] = [];
  const args = [
    "log",
    "-z",
    "--no-merges",
    "--format=%x01%H %ct %<(200,trunc)%s",
    "--name-only",
    "--no-renames",
    "--no-show-signature",
  ];
  await readRecords(repository, {
    args: [...args, `--max-count=${maxCommits}`, head, "--"],
    okCodes: [128],
    maxRecords: 2_000_000,
    onRecord(record) {
      const text = record.startsWith("\n") ? record.slice(1) : record;
      if (text.startsWith("\u0001")) {
        const [sha = "", time = "", ...subject] = text.slice(1).trimEnd().split(" ");
        commits.push({ sha, time: Number(time), subject: subject.join(" "), paths: [] });
      } else if (text !== "") commits.at(-1)?.paths.push(text);
    },
  });
  return commits;
}

const MAX_PATCH_BYTES = 8_000_000;

/** The difference of some files as a patch with three lines around each change; what passes 8 MB is cut. */
export async function readPatch(
  repository: LocalRepository,
  { base, head, paths }: { base: string; head: string; paths: readonly string[] },
): Promise<string> {
  if (paths.length === 0) return "";
  const flags = [
    "-p",
    "-r",
    "-M",
    "--no-color",
    "--no-ext-diff",
    "--no-textconv",
    "--unified=3",
    "--ignore-submodules=all",
  ];
  const { stdout } = await repository.git({
    args: ["--literal-pathspecs", "diff-tree", ...flags, base, head, "--", ...paths.slice(0, 2_000)],
    maxBytes: MAX_PATCH_BYTES,
    overflow: "cut",
  });
  return stdout.toString("utf8");
}

/** The message of a commit, or of all commits behind a base, newest first. */
export async function readMessages(repository: LocalRepository, base: string, head: string): Promise<string> {
  const { stdout } = await repository.git({
    args: ["log", "--no-show-signature", "--no-merges", "--format=%B", "--max-count=50", `${base}..${head}`, "--"],
    maxBytes: 200_000,
    overflow: "cut",
    okCodes: [128],
  });
  return stdout.toString("utf8");
}
