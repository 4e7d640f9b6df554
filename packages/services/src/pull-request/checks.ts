import { JOB_EVENTS } from "@docsteward/contract/job-event";
import { holdsCommits, openCachedRepository } from "@docsteward/git/cache/repository-cache";
import { GitError } from "@docsteward/git/error";
import { compareCommits } from "@docsteward/git/files/compare-commits";
import { readComparison } from "@docsteward/git/local/local-repository";
import type { ProjectContext } from "../context.ts";
import { hostKindOf } from "../git-host.ts";
import type { JobChecks } from "../job/events.ts";
import { gitReads } from "../limit/lanes.ts";
import type { PullRequestDetails } from "./get.ts";

type Problem = JobChecks["problems"][number];
/** The checks of one round, and the commit that the round pushed. */
type CheckedRound = JobChecks & { commit: string | null };

const MAX_EVENTS = 150;
/** Older rounds are few, and each costs a comparison. */
const MAX_COMPARED = 5;

/**
 * What the documentation checks still find in a pull request. Each round of its job checks only what that round changed: the
 * problems of earlier rounds stay, in the files that nothing has changed since.
 *
 * @returns null when no checks ran, or their events are no longer kept
 */
export async function findPullRequestChecks(
  ctx: ProjectContext,
  pull: Pick<PullRequestDetails, "jobId" | "number" | "repository" | "range">,
): Promise<JobChecks | null> {
  const rounds = pull.jobId === null ? [] : await readRounds(ctx, { jobId: pull.jobId, number: pull.number });
  const [last, ...earlier] = rounds.toReversed();
  if (last === undefined) return null;
  const merged = { errors: last.problems.slice(0, last.errors), warnings: last.problems.slice(last.errors) };
  for (const round of earlier.filter(({ problems }) => problems.length > 0).slice(0, MAX_COMPARED)) {
    const changed = await findChangedSince(ctx, pull, round.commit);
    const isLeft = (list: readonly Problem[]) => (problem: Problem) =>
      !changed.has(problem.path) && !list.some((known) => isSame(known, problem));
    merged.errors.push(...round.problems.slice(0, round.errors).filter(isLeft(merged.errors)));
    merged.warnings.push(...round.problems.slice(round.errors).filter(isLeft(merged.warnings)));
  }
  return {
    errors: merged.errors.length + Math.max(0, last.errors - last.problems.length),
    warnings: merged.warnings.length,
    problems: [...merged.errors, ...merged.warnings],
    at: last.at,
  };
}

const isSame = (a: Problem, b: Problem) => a.path === b.path && a.line === b.line && a.message === b.message;

/** The checked rounds that went into a pull request, oldest first: those of the job's earlier pull requests are left out. */
async function readRounds(
  { db, project }: ProjectContext,
  { jobId, number }: { jobId: string; number: number },
): Promise<CheckedRound[]> {
  const rows = await db.jobEvent.findMany({
    where: {
      jobId,
      type: { in: ["checks.finished", "branch.pushed", "pull_request.opened"] },
      job: { projectId: project.id },
    },
    orderBy: { seq: "desc" },
    take: MAX_EVENTS,
  });
  let rounds: CheckedRound[] = [];
  for (const { type, data, createdAt } of rows.reverse()) {
    if (type === "checks.finished") {
      const checks = JOB_EVENTS[type].safeParse(data);
      if (checks.success) rounds.push({ ...checks.data, at: createdAt.toISOString(), commit: null });
    } else if (type === "branch.pushed") {
      const round = rounds.at(-1);
      const pushed = JOB_EVENTS[type].safeParse(data);
      if (round && pushed.success) round.commit = pushed.data.commit;
    } else if (type === "pull_request.opened") {
      const opened = JOB_EVENTS[type].safeParse(data);
      // Its own round is the last one so far; what came before belongs to an earlier pull request.
      if (opened.success && opened.data.number === number) rounds = rounds.slice(-1);
    }
  }
  return rounds;
}

/** The files that differ between a round's commit and the pull request's head; none when that cannot be told. */
async function findChangedSince(
  ctx: ProjectContext,
  { repository, range }: Pick<PullRequestDetails, "repository" | "range">,
  commit: string | null,
): Promise<Set<string>> {
  if (commit === null || range === null || commit === range.head) return new Set();
  const { dataDir, repositoryBounds: bounds } = ctx;
  const sides = { base: commit, head: range.head };
  try {
    const files = await gitReads.run(ctx.organization.id, "pull requests", async () => {
      if (hostKindOf(repository) === "local") {
        const compared = await readComparison({ repository, bounds, base: sides.base, headSha: sides.head });
        return compared?.files ?? [];
      }
      using kept = await openCachedRepository({ dataDir, repository, bounds });
      return (await holdsCommits(kept, Object.values(sides))) ? (await compareCommits(kept, sides)).files : [];
    });
    return new Set(files.flatMap(({ path, from }) => (from === undefined ? [path] : [path, from])));
  } catch (error) {
    if (error instanceof GitError) return new Set();
    throw error;
  }
}
