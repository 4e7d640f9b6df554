import { type AutomationTrigger, nextTime } from "@docsteward/contract/automation";
import type { Automation as AutomationRow } from "@docsteward/db/client";
import { listRemote } from "@docsteward/git/cache/remote-refs";
import { GitError } from "@docsteward/git/error";
import { readBranchHead } from "@docsteward/git/local/local-repository";
import { newId } from "@docsteward/platform/id";
import { inProject, inTransaction, type ProjectContext, type SystemContext } from "../context.ts";
import { countOpenGaps } from "../gap/gap.ts";
import { hostKindOf, repositoryAccess, sourceAccess } from "../git-host.ts";
import { useOf } from "../repository-use.ts";
import { definitionOf, lockAutomations, type RunData } from "./automation.ts";

const MAX_DUE = 50;

/**
 * Turns the schedules that are due into runs: any number of workers may do it at any time. The run, the schedule's next time and
 * the queue entry are one transaction, and the run's key names the time, so each time has one run. Times that passed while no
 * worker ran are one run, because the next time is reckoned from now.
 *
 * @returns how many runs were added
 */
export async function addScheduledRuns(services: SystemContext): Promise<number> {
  const due = await services.db.$queryRaw<{ id: string }[]>`
    SELECT id FROM "Automation" WHERE "nextDueAt" <= clock_timestamp() AND "pausedAt" IS NULL
    ORDER BY "nextDueAt" LIMIT ${MAX_DUE}::int`;
  let added = 0;
  for (const { id } of due)
    added += await addScheduledRun(services, id).catch((err: unknown) => {
      if (err instanceof UnreadableScheduleError) return putOff(services, { id, err });
      // Such as a database that was away: the time is still due, and another one would be another run.
      services.log.warn(
        { err, automationId: id },
        "the schedule of an automation can't be followed, retrying in the next round",
      );
      return 0;
    });
  return added;
}

/** What is stored as a schedule is none for this version. */
class UnreadableScheduleError extends Error {
  override readonly name = "UnreadableScheduleError";
}

/** @throws UnreadableScheduleError */
function readSchedule(row: AutomationRow & { now: Date }) {
  try {
    const { schedule } = definitionOf(row).on;
    return { schedule, nextDueAt: schedule ? nextTime(schedule, row.now) : null };
  } catch (cause) {
    throw new UnreadableScheduleError("The schedule can't be read.", { cause });
  }
}

/** @returns how many runs were added: none when another worker was quicker */
function addScheduledRun(services: SystemContext, id: string): Promise<number> {
  return inTransaction(services, async (ctx) => {
    const [row] = await ctx.db.$queryRaw<(AutomationRow & { now: Date })[]>`
      SELECT *, clock_timestamp() AS now FROM "Automation"
      WHERE id = ${id} AND "nextDueAt" <= clock_timestamp() AND "pausedAt" IS NULL
      FOR UPDATE SKIP LOCKED`;
    if (row === undefined) return 0;
    const { schedule, nextDueAt } = readSchedule(row);
    await ctx.db.automation.update({ where: { id: row.id }, data: { nextDueAt } });
    if (!schedule || !row.nextDueAt) return 0;
    const key = `schedule:${row.nextDueAt.toISOString()}`;
    return (await addRun(ctx, row, { trigger: "schedule", key, at: row.now })).isNew ? 1 : 0;
  });
}

const PUT_OFF_MS = 10 * 60_000;

/** One that fails, such as a definition that an older version stored, must not be the first again in each round. */
async function putOff({ db, clock, log }: SystemContext, { id, err }: { id: string; err: unknown }): Promise<number> {
  log.warn({ err, automationId: id }, "the schedule of an automation can't be followed, trying again in 10 minutes");
  await db.automation.updateMany({ where: { id }, data: { nextDueAt: new Date(clock.now().getTime() + PUT_OFF_MS) } });
  return 0;
}

type NewRun = { trigger: AutomationTrigger; key: string; at: Date; data?: RunData; holds?: string[] };

/** Adds a run with its queue entry in the caller's transaction; the run of the same key when there is one. */
export async function addRun(
  { db, queue }: Pick<SystemContext, "db" | "queue">,
  { id: automationId, projectId }: Pick<AutomationRow, "id" | "projectId">,
  { trigger, key, at, data = {}, holds = [] }: NewRun,
): Promise<{ id: string; isNew: boolean }> {
  const id = newId("run");
  const row = { id, automationId, projectId, key, trigger, data, holds, dueAt: at, createdAt: at };
  const { count } = await db.automationRun.createMany({ data: [row], skipDuplicates: true });
  if (count > 0) {
    await queue.automation.enqueue(db, automationId);
    return { id, isNew: true };
  }
  const known = await db.automationRun.findUniqueOrThrow({ where: { automationId_key: { automationId, key } } });
  return { id: known.id, isNew: false };
}

type Position = { automationId: string; source: string; seen: string | null };

/**
 * Looks at the repositories that automations follow, and adds a run where a branch has moved. Commits that come while a run waits
 * are part of it.
 *
 * @param everySeconds how often a repository is looked at, by its host
 */
export async function followRepositories(
  services: SystemContext,
  { everySeconds }: { everySeconds: { local: number; remote: number } },
): Promise<void> {
  const due = await services.db.$queryRaw<Position[]>`
    WITH due AS MATERIALIZED (
      SELECT "automationId", source FROM "AutomationPosition" WHERE "nextPollAt" <= clock_timestamp()
      ORDER BY "nextPollAt" LIMIT ${MAX_DUE}::int FOR UPDATE SKIP LOCKED)
    UPDATE "AutomationPosition" position
    SET "nextPollAt" = clock_timestamp() + interval '1 second' * ${everySeconds.remote}::float
    FROM due WHERE position."automationId" = due."automationId" AND position.source = due.source
    RETURNING position."automationId", position.source, position.seen`;
  // A server that does not answer, and a repository that fails, hold up no others.
  for (let at = 0; at < due.length; at += AT_ONCE)
    await Promise.all(
      due
        .slice(at, at + AT_ONCE)
        .map((position) =>
          follow(services, position, { localSeconds: everySeconds.local }).catch((err: unknown) =>
            services.log.warn(
              { err, automationId: position.automationId },
              "a repository of an automation can't be followed",
            ),
          ),
        ),
    );
}

const AT_ONCE = 10;

/** A branch at GitHub has moved: the automations that follow it are looked at in the next round. `id` is empty where it is unknown. */
export async function followSoon(
  { db }: SystemContext,
  { id, address, branch }: { id: string; address: string; branch: string },
): Promise<void> {
  await db.$executeRaw`
    WITH here AS (
      SELECT "projectId", name FROM "Source"
      WHERE host = 'github' AND ref = ${branch} AND (
        ("hostRepositoryId" = ${id} AND ${id} <> '') OR ("hostRepositoryId" IS NULL AND lower(repository) = lower(${address})))
      UNION ALL
      SELECT id, '' FROM "Project"
      WHERE "baseRef" = ${branch} AND (
        ("hostRepositoryId" = ${id} AND ${id} <> '') OR ("hostRepositoryId" IS NULL AND lower(repository) = lower(${address}))))
    UPDATE "AutomationPosition" position SET "nextPollAt" = clock_timestamp()
    FROM here JOIN "Automation" automation ON automation."projectId" = here."projectId"
    WHERE position."automationId" = automation.id AND position.source = here.name`;
}

async function follow(
  services: SystemContext,
  { automationId: id, source, seen }: Position,
  { localSeconds }: { localSeconds: number },
): Promise<void> {
  const row = await services.db.automation.findUnique({
    where: { id },
    include: { project: { include: { organization: true } } },
  });
  if (row === null || row.pausedAt !== null) return;
  const ctx = inProject(services, row.project);
  const found = await headOf(ctx, source);
  if (found?.kind === "local") {
    const nextPollAt = new Date(ctx.clock.now().getTime() + localSeconds * 1_000);
    await ctx.db.automationPosition.updateMany({ where: { automationId: id, source }, data: { nextPollAt } });
  }
  if (found?.head && found.head !== seen) await recordMove(ctx, row, { source, head: found.head });
}

const REMOTE_MS = 20_000;

/** A repository that is gone or cannot be read says nothing new. */
async function headOf(ctx: ProjectContext, source: string) {
  const { db, project } = ctx;
  const row =
    source === ""
      ? null
      : await db.source.findUnique({ where: { projectId_name: { projectId: project.id, name: source } } });
  if (source !== "" && row === null) return null;
  const { repository } = row ?? project;
  const ref = row?.ref ?? project.baseRef;
  const kind = hostKindOf(repository);
  try {
    if (kind === "local") return { kind, head: await readBranchHead(repository, ref) };
    const access = () =>
      row === null
        ? repositoryAccess(ctx, project)
        : sourceAccess(ctx, { ...useOf(project, row), grantedAccount: row.grantedAccount });
    return { kind, head: (await listRemote(access, [ref], AbortSignal.timeout(REMOTE_MS))).branches.get(ref) ?? null };
  } catch (error) {
    const isLate = error instanceof Error && error.name === "TimeoutError";
    if (!(error instanceof GitError || isLate)) throw error;
    ctx.log.warn(
      { error: error.message, projectId: project.id, source },
      "a repository of an automation can't be read",
    );
    return { kind, head: null };
  }
}

/** Heads that a waiting run remembers, to tell a person's push from a merge that came after it. */
const MAX_STEPS = 20;

async function recordMove(
  ctx: ProjectContext,
  row: AutomationRow,
  { source, head }: { source: string; head: string },
): Promise<void> {
  const trigger = source === "" ? "push" : "merge";
  await inTransaction(ctx, async (ctx) => {
    await lockAutomations(ctx);
    const { db, clock } = ctx;
    const where = { automationId_source: { automationId: row.id, source } };
    const position = await db.automationPosition.findUnique({ where });
    if (position === null || position.seen === head) return;
    // The first look says where to begin.
    const isFirst = position.handled === null;
    await db.automationPosition.update({ where, data: { seen: head, ...(isFirst && { handled: head }) } });
    if (isFirst) return;
    const waiting = await db.automationRun.findMany({ where: { automationId: row.id, trigger, state: "waiting" } });
    const same = waiting.find(({ data }) => (data as RunData).source === source);
    if (same) {
      const { steps = [], head: before, ...rest } = same.data as RunData;
      const data = { ...rest, steps: [...steps, ...(before === undefined ? [] : [before])].slice(-MAX_STEPS), head };
      await db.automationRun.update({ where: { id: same.id }, data: { data } });
      return;
    }
    const data = { source, base: position.handled, head };
    await addRun(ctx, row, { trigger, key: `${trigger}:${newId("run")}`, at: clock.now(), data });
  });
}

const GAPS_EVERY_MS = 5 * 60_000;
const DAY_MS = 86_400_000;
/** Of one run: as many as one job may close. */
const MAX_GAPS = 10;

/** Adds a run for open gaps that an automation is about, that no job works on, and that none of its runs was about. */
export async function addGapRuns(services: SystemContext): Promise<void> {
  const due = await services.db.$queryRaw<{ id: string }[]>`
    WITH due AS MATERIALIZED (
      SELECT id FROM "Automation" WHERE "nextGapsAt" <= clock_timestamp() AND "pausedAt" IS NULL
      ORDER BY "nextGapsAt" LIMIT ${MAX_DUE}::int FOR UPDATE SKIP LOCKED)
    UPDATE "Automation" automation SET "nextGapsAt" = clock_timestamp() + interval '1 millisecond' * ${GAPS_EVERY_MS}::float
    FROM due WHERE automation.id = due.id RETURNING automation.id`;
  for (const { id } of due)
    await addGapRun(services, id).catch((err: unknown) =>
      services.log.warn({ err, automationId: id }, "the gaps of an automation can't be looked at"),
    );
}

async function addGapRun(services: SystemContext, id: string): Promise<void> {
  const row = await services.db.automation.findUnique({
    where: { id },
    include: { project: { include: { organization: true } } },
  });
  const gap = row && definitionOf(row).on.gap;
  if (!row || !gap) return;
  const ctx = inProject(services, row.project);
  await countOpenGaps(ctx);
  await inTransaction(ctx, async (ctx) => {
    await lockAutomations(ctx);
    const now = ctx.clock.now();
    const before = new Date(now.getTime() - gap.age * DAY_MS);
    const found = await ctx.db.$queryRaw<{ id: string }[]>`
        SELECT gap.id FROM "Gap" gap
        WHERE gap."projectId" = ${ctx.project.id} AND gap.state = 'open' AND gap."mergedIntoId" IS NULL
          AND gap."jobId" IS NULL AND gap."askedCount" >= ${gap.count}::int AND gap."createdAt" <= ${before}::timestamptz
          AND NOT EXISTS (SELECT 1 FROM "AutomationRun" run
            WHERE run."automationId" = ${id} AND (run.state IN ('waiting', 'started', 'continued') OR run."createdAt" > ${new Date(now.getTime() - DAY_MS)}::timestamptz)
              AND ('gap:' || gap.id) = ANY(run.holds))
        ORDER BY gap."askedCount" DESC, gap.id LIMIT ${MAX_GAPS}::int`;
    if (found.length === 0) return;
    const gaps = found.map((one) => one.id);
    const data = { gaps };
    const holds = gaps.map((one) => `gap:${one}`);
    await addRun(ctx, row, { trigger: "gap", key: `gap:${newId("run")}`, at: now, data, holds });
  });
}
