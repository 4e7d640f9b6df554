import { branchHead, runGit } from "../git/run-git.ts";
import type { Account, Repository, State } from "../state.ts";
import { recordPush } from "./record-push.ts";

/** Files by path; null deletes one. */
export type Files = Record<string, string | Uint8Array | null>;

export type NewCommit = {
  files: Files;
  by: Account;
  message?: string;
  /** Made from the default branch when it is new. */
  branch?: string;
};

const NOBODY = "0".repeat(40);

/** Commits to a branch and pushes it, as somebody with a clone of their own would. @returns the new commit */
export async function commitFiles(state: State, repository: Repository, input: NewCommit): Promise<string> {
  const { files, by, branch = repository.defaultBranch } = input;
  const { path } = repository;
  const oldSha = await branchHead(path, branch);
  const parent = oldSha ?? (await branchHead(path, repository.defaultBranch));
  const who = `${by.login} <${by.login}@users.noreply.forge.localhost> ${Math.floor(state.now().getTime() / 1000)} +0000`;
  const stream = [
    `commit refs/heads/${branch}\ncommitter ${who}\n`,
    ...data(input.message ?? `Change ${Object.keys(files).join(", ")}`),
    ...(parent ? [`from ${parent}\n`] : []),
    ...Object.entries(files).flatMap(([file, content]) =>
      content === null ? [`D ${quote(file)}\n`] : [`M 100644 inline ${quote(file)}\n`, ...data(content)],
    ),
    "done\n",
  ];
  const stdin = Buffer.concat(stream.map((part) => Buffer.from(part)));
  await runGit({ path, args: ["fast-import", "--quiet", "--done", "--force"], stdin });
  const newSha = await branchHead(path, branch);
  if (newSha === null) throw new Error(`The commit to ${branch} was lost.`);
  const command = { ref: `refs/heads/${branch}`, oldSha: oldSha ?? NOBODY, newSha };
  await recordPush(state, repository, { commands: [command], by });
  return newSha;
}

const quote = (file: string) => `"${file.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n")}"`;

function data(content: string | Uint8Array): (string | Uint8Array)[] {
  const bytes = Buffer.from(content);
  return [`data ${bytes.length}\n`, bytes, "\n"];
}
