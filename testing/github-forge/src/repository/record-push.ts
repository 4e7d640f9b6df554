import type { RefCommand } from "../git/push-rules.ts";
import { branchHead, runGit } from "../git/run-git.ts";
import { presentCommits } from "../present/commit.ts";
import { presentPullBrief } from "../present/pull.ts";
import { refreshPull } from "../pull/pull-files.ts";
import type { Account, Repository, State } from "../state.ts";
import { emit } from "../webhook.ts";

/** Does what follows from a push: open pull requests of the branch move, and Apps hear of it. */
export async function recordPush(
  state: State,
  repository: Repository,
  { commands, by }: { commands: readonly RefCommand[]; by: Account },
): Promise<void> {
  for (const command of commands) {
    const { ref, newSha } = command;
    const branch = ref.replace(/^refs\/heads\//, "");
    if (branch === ref) continue;
    const head = await branchHead(repository.path, branch);
    const isDone = head === newSha || (head === null && /^0+$/.test(newSha));
    if (!isDone) continue;
    repository.pushedAt = state.now();
    await emitPush(state, repository, { command, by });
    await movePulls(state, repository, { branch, by });
  }
}

async function emitPush(
  state: State,
  repository: Repository,
  { command, by }: { command: RefCommand; by: Account },
): Promise<void> {
  const { ref, oldSha, newSha } = command;
  const [isNew, isDeleted] = [/^0+$/.test(oldSha), /^0+$/.test(newSha)];
  const isForced = !isNew && !isDeleted && !(await isAncestor(repository.path, oldSha, newSha));
  const commits = isDeleted ? [] : await presentCommits(state, repository, { oldSha: isNew ? null : oldSha, newSha });
  emit(state, repository, {
    event: "push",
    sender: by,
    payload: {
      ref,
      before: oldSha,
      after: newSha,
      base_ref: null,
      created: isNew,
      deleted: isDeleted,
      forced: isForced,
      compare: `${state.url}/${repository.owner.login}/${repository.name}/compare/${oldSha.slice(0, 12)}...${newSha.slice(0, 12)}`,
      commits,
      head_commit: commits.at(-1) ?? null,
      pusher: { name: by.login, email: `${by.login}@users.noreply.forge.localhost` },
    },
  });
}

async function movePulls(
  state: State,
  repository: Repository,
  { branch, by }: { branch: string; by: Account },
): Promise<void> {
  for (const pull of repository.pulls.values()) {
    if (pull.state !== "open" || pull.head !== branch) continue;
    const before = pull.headSha;
    await refreshPull(repository, pull);
    if (pull.headSha === before) continue;
    pull.updatedAt = state.now();
    emit(state, repository, {
      event: "pull_request",
      action: "synchronize",
      sender: by,
      payload: {
        number: pull.number,
        before,
        after: pull.headSha,
        pull_request: await presentPullBrief(state, repository, pull),
      },
    });
  }
}

const isAncestor = (path: string, older: string, newer: string) =>
  runGit({ path, args: ["merge-base", "--is-ancestor", older, newer] }).then(
    () => true,
    () => false,
  );

/** Files by path; null deletes one. */
export type Files = Record<string, string | Uint8Array | null>;

type NewCommit = {
  files: Files;
  by: Account;
  message?: string;
  /** Made from the default branch when it is new. */
  branch?: string;
};

const ZERO_SHA = "0".repeat(40);

/** Commits to a branch and pushes it, like a person with a clone. @returns the new commit */
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
  const command = { ref: `refs/heads/${branch}`, oldSha: oldSha ?? ZERO_SHA, newSha };
  await recordPush(state, repository, { commands: [command], by });
  return newSha;
}

const quote = (file: string) => `"${file.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n")}"`;

function data(content: string | Uint8Array): (string | Uint8Array)[] {
  const bytes = Buffer.from(content);
  return [`data ${bytes.length}\n`, bytes, "\n"];
}
