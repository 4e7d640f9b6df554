import type { RefCommand } from "../git/read-commands.ts";
import { branchHead, runGit } from "../git/run-git.ts";
import { presentPullBrief } from "../present/pull.ts";
import { presentCommits } from "../present/push.ts";
import { refreshPull } from "../pull/refresh-pull.ts";
import type { Account, Repository, State } from "../state.ts";
import { emit } from "../webhook/emit.ts";

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
