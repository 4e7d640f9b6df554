import { AUTOMATIONS_PATH } from "@docsteward/contract/automation";
import type { EditedAutomations } from "@docsteward/docs/edit-automations";
import { fetchJobHeads, jobRef, pinCommit, releaseJobRefs } from "@docsteward/git/cache/job-refs";
import { openRepositoryCache } from "@docsteward/git/cache/repository-cache";
import { GitError, type GitErrorCode } from "@docsteward/git/error";
import { commitOneFile, readOneFile } from "@docsteward/git/files/one-file";
import type { GitHost, PullRequest, Source } from "@docsteward/git/host";
import { pushToHost, toPushedCommit } from "@docsteward/git/push/push-to-host";
import { readTreeSha } from "@docsteward/git/push/rebuild-commit";
import { toBranchName } from "@docsteward/git/rules/branch-name";
import { BoundedError } from "@docsteward/platform/bounded/bounded-error";
import { boundedPool } from "@docsteward/platform/bounded/bounded-pool";
import { endFileChange, openFileChange, type WaitingFileChange } from "@docsteward/services/automation/file-change";
import { createJobHost } from "../agent-ports.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { EDIT_FILE, type EditFileTask } from "./edit-file-task.ts";

type Parts = Pick<WorkerDependencies, "services" | "log">;

/** These may pass. */
const OUTAGES: ReadonlySet<GitErrorCode> = new Set(["unavailable", "timed_out", "git_failed"]);
const PATIENCE_MS = 10 * 60_000;

/** Writes the changes of a project's file that wait, one after another, into one open pull request. */
export async function writeFileChanges(
  parts: Parts,
  { projectId, signal }: { projectId: string; signal: AbortSignal },
): Promise<void> {
  const { services, log } = parts;
  for (;;) {
    signal.throwIfAborted();
    const change = await openFileChange(services, { projectId });
    if (change === null) return;
    const isLate = services.clock.now().getTime() - change.createdAt.getTime() > PATIENCE_MS;
    const ended = await writeFileChange(parts, change, signal).catch((error: unknown) => {
      if (!(error instanceof GitError || error instanceof BoundedError)) throw error;
      if (error instanceof GitError && OUTAGES.has(error.code) && !isLate) throw error;
      return { reason: error.message };
    });
    await endFileChange(services, { id: change.id, ended });
    log.info({ projectId, changeId: change.id, ...ended }, "change of the file of automations written");
  }
}

const MAX_PUSHES = 3;

/**
 * Each step may have run before, when a worker was lost: the same change on the same commit is the same commit, one that the branch
 * has already changes nothing, and the host opens no second pull request for a branch.
 */
async function writeFileChange({ services, log }: Parts, change: WaitingFileChange, signal: AbortSignal) {
  const { id, project, organization } = change;
  const { dataDir, repositoryBounds: bounds } = services;
  const { repository, baseRef: ref } = project;
  const source: Source = { repository, ref, docsPath: "" };
  const host = createJobHost(services, { job: project, project, organization }, null, { log, signal });
  const open = await findOpen(host, source, change);
  using cache = await openRepositoryCache({ dataDir, repository, access: () => host.access(source), signal, bounds });
  const branch = open?.branch ?? toBranchName("automations", id);
  const { title, body } = describe(change);
  try {
    for (let tries = 1; tries <= MAX_PUSHES; tries += 1) {
      const { baseSha, branchSha } = await fetchJobHeads(cache, { jobId: id, ref, branch });
      const parent = (open && branchSha) ?? baseSha;
      await pinCommit(cache, parent, jobRef(id, "start"));
      const before = await readOneFile(cache, parent, AUTOMATIONS_PATH);
      const edited = await editFile(change, before, signal);
      if (edited.problem !== undefined) return { reason: edited.problem };
      if (edited.text === before && open) return { branch, pullNumber: open.number };
      if (edited.text === before) return { reason: `${AUTOMATIONS_PATH} says this already.` };
      const file = { path: AUTOMATIONS_PATH, text: edited.text };
      const own = await commitOneFile(cache, {
        jobId: id,
        parent,
        ...file,
        message: `${title}\n`,
        at: change.createdAt,
      });
      const sha = await toPushedCommit(cache, host, { source, sha: own.sha });
      const { kind } = await pushToHost(cache, host, { source, branch, sha, expected: branchSha });
      if (kind !== "pushed") continue;
      const ends = { headSha: sha, treeSha: (await readTreeSha(cache, own.sha)) ?? undefined };
      const request = { source, jobId: null, branch, baseSha, ...ends, title, body, asDraft: false };
      const { number } = open
        ? await host.updatePullRequest(source, open.number, ends)
        : await host.openPullRequest(request);
      return { branch, pullNumber: number };
    }
    return { reason: `The branch ${branch} kept changing while the file was written. Save the automation again.` };
  } finally {
    await releaseJobRefs(cache, id);
  }
}

/** What is remembered may be old: people merge and close at the host. */
async function findOpen(host: GitHost, source: Source, { open }: WaitingFileChange): Promise<PullRequest | null> {
  const pull = open && (await host.getPullRequest(source, open.number));
  return pull?.state === "open" ? pull : null;
}

const CPU_SECONDS = 10;

function editFile(
  { name, definition, project }: WaitingFileChange,
  text: string | null,
  signal: AbortSignal,
): Promise<EditedAutomations> {
  const task: EditFileTask = { text, edit: { name, definition } };
  return boundedPool().run(EDIT_FILE, task, { cpuSeconds: CPU_SECONDS, signal, owner: project.id });
}

/** Names of automations have letters, digits and hyphens alone. */
function describe({ name, definition }: WaitingFileChange): { title: string; body: string } {
  const called = name ?? definition?.name ?? "";
  const verb = name === null ? "Add" : definition === null ? "Remove" : "Change";
  const renamed = name !== null && definition !== null && definition.name !== name ? ` to ${definition.name}` : "";
  return {
    title: `${renamed ? "Rename" : verb} the automation ${called}${renamed}`,
    body: `Changes \`${AUTOMATIONS_PATH}\`, as asked for in the dashboard of Docsteward. It counts when it is merged.`,
  };
}
