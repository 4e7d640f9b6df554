import { createHash } from "node:crypto";
import type { AutomationDefinition } from "@docsteward/contract/automation";
import type { AutomationRun } from "@docsteward/contract/automation-operations";
import { isAppError } from "@docsteward/contract/error";
import type { Automation as AutomationRow, PullRequest, AutomationRun as RunRow } from "@docsteward/db/client";
import { inProject, inTransaction, type ProjectContext, type SystemContext } from "../context.ts";
import { draftGapJob } from "../gap/create-job.ts";
import { createJob } from "../job/create.ts";
import { sendMessage } from "../job/send-message.ts";
import { consumeLimits, type LimitUse, refundLimits } from "../limit/consume.ts";
import { organizationQuota } from "../limit/quotas.ts";
import { reconcilePullRequest } from "../pull-request/outcome.ts";
import { definitionOf, lockAutomations, presentRun, type RunData, readSettings } from "./automation.ts";
import { PAUSED_TIMES } from "./define.ts";
import { buildAutomationPrompt, type SourceChange } from "./prompt.ts";
import { addReport } from "./report.ts";
import { DECLINED, endOfQuiet, findReachedCap } from "./restraint.ts";

/** So many pull requests in a row that were closed without merging pause an automation. */
const CLOSED_IN_A_ROW = 3;

type Decide = {
  runId: string;
  /** Of a merge: what it does to the pages. */
  change?: SourceChange | null;
  /** Of a run that could not be looked into: why. */
  failure?: string;
  /** The commit that was looked into. A run that has moved on since waits for another look. */
  head?: string;
};

/**
 * Decides about a run, once: it begins a job, continues the job whose pull request is open, or records why it does nothing. The
 * job and the record are one transaction, so a worker that is killed leaves either both or neither.
 *
 * @returns the run; null when there is none that waits
 */
export async function decideRun(services: SystemContext, input: Decide): Promise<AutomationRun | null> {
  const found = await services.db.automationRun.findUnique({
    where: { id: input.runId },
    include: { automation: { include: { project: { include: { organization: true } } } } },
  });
  if (found?.state !== "waiting") return null;
  const { project, ...automation } = found.automation;
  const quotas = await organizationQuota(inProject(services, project), "agent-hour");
  const actor = { kind: "automation", automationId: automation.id, name: automation.name, quotas } as const;
  const outside = inProject({ ...services, actor }, project);
  await reconcileOpen(outside, automation.jobId);
  const gapPrompt = await draftGaps(outside, found);
  return inTransaction(outside, async (ctx) => {
    await lockAutomations(ctx);
    const run = await ctx.db.automationRun.findUnique({ where: { id: found.id }, include: { automation: true } });
    if (run?.state !== "waiting") return null;
    if (input.head !== undefined && (run.data as RunData).head !== input.head) {
      await ctx.queue.automation.enqueue(ctx.db, run.automationId);
      return null;
    }
    const outcome = await decide(ctx, { ...input, run, gapPrompt });
    const isReport = await report(ctx, { run, outcome });
    const { state, reason = null, jobId = null, holds, dueAt } = outcome;
    const isDecided = state !== "waiting";
    // The body of a webhook has reached the prompt, and nothing reads it later.
    const { body: _, ...data } = run.data as RunData;
    const row = await ctx.db.automationRun.update({
      where: { id: run.id },
      data: {
        state,
        reason,
        jobId,
        ...(holds && { holds }),
        ...(dueAt && { dueAt }),
        ...(isDecided && { decidedAt: ctx.clock.now(), data: { ...data, ...(isReport && { isReport }) } }),
      },
    });
    if (jobId !== null) await ctx.db.automation.update({ where: { id: run.automationId }, data: { jobId } });
    if (outcome.isHandled) await moveOn(ctx, run);
    if (dueAt) {
      const delaySeconds = Math.ceil((dueAt.getTime() - ctx.clock.now().getTime()) / 1_000);
      await ctx.queue.automation.requeue(ctx.db, run.automationId, { delaySeconds });
    }
    return presentRun(row);
  });
}

/** Notices a pull request of a local repository that was merged by hand. */
async function reconcileOpen(ctx: ProjectContext, jobId: string | null): Promise<void> {
  if (jobId === null) return;
  const open = await ctx.db.pullRequest.findMany({ where: { projectId: ctx.project.id, jobId, state: "open" } });
  for (const row of open) await reconcilePullRequest(ctx, row);
}

async function draftGaps(ctx: ProjectContext, { data }: RunRow): Promise<string | null> {
  const [id, ...alsoIds] = (data as RunData).gaps ?? [];
  if (id === undefined) return null;
  try {
    return (await draftGapJob(ctx, { id, alsoIds })).prompt;
  } catch (error) {
    if (isAppError(error) && error.code === "not_found") return null;
    throw error;
  }
}

/** What later merges begin from. What a limit or a failure kept back is looked at again with the next one. */
async function moveOn({ db }: ProjectContext, { automationId, data }: RunRow): Promise<void> {
  const { source, head } = data as RunData;
  if (source === undefined || head === undefined) return;
  await db.automationPosition.updateMany({ where: { automationId, source }, data: { handled: head } });
}

/** Has the pull request of a run told what the run found. @returns whether it names pages and did nothing else */
async function report(
  ctx: ProjectContext,
  { run, outcome }: { run: RunRow & { automation: AutomationRow }; outcome: Outcome },
): Promise<boolean> {
  const { data, automationId } = { data: run.data as RunData, automationId: run.automationId };
  const { found, jobId = null, reason = null, state } = outcome;
  const isAsked = data.commandId !== undefined;
  if (run.trigger !== "pull_request" || state === "waiting" || (found === undefined && !isAsked)) return false;
  const { pages, silence } = found ?? { pages: [], silence: null };
  const refusal = isAsked && jobId === null ? (reason ?? "The automation does nothing now.") : null;
  await addReport(ctx, { automationId, data, jobId, pages, silence, refusal });
  return pages.length > 0 && jobId === null;
}

type Outcome = {
  /** Of a pull request in a source: what is said there. */
  found?: Pick<SourceChange, "pages" | "silence">;
  state: RunRow["state"];
  reason?: string;
  jobId?: string;
  holds?: string[];
  dueAt?: Date;
  /** Whether the commits of the run need no further look. */
  isHandled?: boolean;
};

type Found = Decide & { run: RunRow & { automation: AutomationRow }; gapPrompt: string | null };

async function decide(ctx: ProjectContext, { run, change = null, failure, gapPrompt }: Found): Promise<Outcome> {
  const { automation } = run;
  const data = run.data as RunData;
  const definition = definitionOf(automation);
  const settings = await readSettings(ctx);
  const now = ctx.clock.now();
  const silent = (reason: string, isHandled = false): Outcome => ({ state: "silent", reason, isHandled });
  if (automation.pausedAt !== null) return silent(`The automation is paused. ${automation.pausedReason ?? ""}`.trim());
  if (failure !== undefined) return { state: "failed", reason: failure };
  const isReport = run.trigger === "pull_request" && data.commandId === undefined;
  // A person waits for the answer.
  const quietUntil =
    run.trigger === "manual" || run.trigger === "pull_request"
      ? null
      : endOfQuiet(definition.quietHours ?? settings.quietHours, now);
  if (quietUntil !== null)
    return { state: "waiting", reason: `Quiet hours until ${formatTime(quietUntil)}.`, dueAt: quietUntil };
  const isHandled = run.trigger !== "pull_request";
  if (change?.silence)
    return { ...silent(`Nothing to do: ${change.silence}`, isHandled), found: { pages: [], silence: change.silence } };
  if (data.gaps && gapPrompt === null) return silent("The gaps are gone.");
  const pulls = await listPulls(ctx, automation.id);
  const pause = isReport ? null : await pauseAfterClosed(ctx, automation, pulls);
  if (pause !== null) return silent(pause);
  const declined = await listDeclined(ctx, pulls);
  const left = change ? withoutDeclined(change, data, declined) : null;
  const found = left && { pages: left.pages, silence: left.pages.length > 0 ? null : DECLINED };
  if (left?.pages.length === 0) return { ...silent(DECLINED, isHandled), ...(found && { found }) };
  if (isReport && left && found)
    return { ...silent(`Reported on pull request #${data.pull?.number}: ${countPages(left)}.`), found };
  const holds = left ? holdsOf(left, data) : run.holds;
  if (!left && holds.length > 0 && holds.every((one) => declined.has(one)))
    return silent("These gaps were declined: a pull request about them was closed without merging.");
  const job = await findCurrentJob(ctx, automation.jobId, pulls);
  if (run.trigger === "merge" && job !== null && (await isCovered(ctx, job.id, holds)))
    return silent(
      "The open pull request is about it already: a comment on the pull request in the source asked for it.",
      true,
    );
  const cap = await findReachedCap(ctx, { automation, definition, settings, isNew: job === null, now });
  if (cap !== null) return { ...silent(cap), ...(found && { found }) };
  const most = ctx.limits.promptCharacters;
  const prompt = buildAutomationPrompt({
    definition,
    trigger: run.trigger,
    data,
    at: now,
    change: left,
    gapPrompt,
    most,
  });
  // A person's or client's own call was counted when it came.
  let uses: LimitUse[] = [];
  try {
    if (run.trigger !== "manual") uses = await consumeLimits(ctx, ["agent-hour"]);
    const acted = job
      ? { state: "continued" as const, jobId: (await sendMessage(ctx, { id: job.id, prompt })).job.id }
      : { state: "started" as const, jobId: await start(ctx, definition, prompt) };
    await follow(ctx, { jobId: acted.jobId, definition, data, change: left });
    if (data.gaps) {
      const where = { projectId: ctx.project.id, id: { in: data.gaps }, state: "open" as const };
      await ctx.db.gap.updateMany({ where, data: { jobId: acted.jobId } });
    }
    return { ...acted, holds, isHandled, ...(found && { found }) };
  } catch (error) {
    // These come before anything is written.
    if (!isAppError(error)) throw error;
    await refundLimits(ctx, uses);
    const isLimit = error.code === "budget_exceeded" || error.code === "rate_limited";
    return { state: isLimit ? "silent" : "failed", reason: error.message, ...(found && { found }) };
  }
}

const countPages = ({ pages: { length } }: SourceChange) =>
  length === 1 ? "1 page will be false" : `${length} pages will be false`;

/** Whether the job was asked for all of it on a pull request that was merged meanwhile: another message would cost and change nothing. */
async function isCovered({ db, project }: ProjectContext, jobId: string, holds: readonly string[]): Promise<boolean> {
  const rows = await db.automationRun.findMany({
    where: { projectId: project.id, jobId, trigger: "pull_request" },
    select: { holds: true },
  });
  const held = new Set(rows.flatMap((row) => row.holds));
  return holds.length > 0 && holds.every((hold) => held.has(hold));
}

const MAX_FOLLOWED = 20;

/** Names in the job's pull request what it follows, and asks for the review of who wrote that, once each. */
async function follow(
  { db, project }: ProjectContext,
  input: { jobId: string; definition: AutomationDefinition; data: RunData; change: SourceChange | null },
): Promise<void> {
  const { jobId, definition, data, change } = input;
  const where = { id: jobId, projectId: project.id };
  const job = await db.job.findUniqueOrThrow({ where, select: { follows: true, reviewers: true } });
  const { source, head } = data;
  const lines = !source || change === null ? [] : followedBy(source, head ?? "", change);
  const authors = definition.asksAuthor === false ? [] : (change?.authors ?? []);
  const follows = [...new Set([...job.follows, ...lines])].slice(-MAX_FOLLOWED);
  const reviewers = [...new Set([...job.reviewers, ...authors])].slice(0, MAX_FOLLOWED);
  await db.job.update({ where, data: { follows, reviewers } });
}

/** Markdown. The name of a source is in code: it must call nobody at GitHub. */
function followedBy(source: string, head: string, { pulls = [] }: SourceChange): string[] {
  if (pulls.length === 0) return [`Follows \`@${source}\` at ${head.slice(0, 10)}.`];
  return pulls.map(({ number, url }) => `Follows [\`@${source}\` #${number}](${url}).`);
}

async function start(ctx: ProjectContext, definition: AutomationDefinition, prompt: string): Promise<string> {
  const { model, draft: asDraft, reviewer, reviewers, labels } = definition;
  const { job } = await createJob(ctx, {
    prompt,
    asDraft,
    ...(model !== undefined && { model }),
    ...(reviewer !== undefined && { reviewer }),
    ...(reviewers !== undefined && { reviewers }),
    ...(labels !== undefined && { labels }),
  });
  return job.id;
}

type Pull = Pick<PullRequest, "number" | "jobId" | "state"> & { endedAt: Date | null };

/** The newest pull requests of an automation's jobs, those that ended last first; open ones before them. */
async function listPulls({ db, project }: ProjectContext, automationId: string): Promise<Pull[]> {
  return db.$queryRaw<Pull[]>`
    SELECT pull.number, pull."jobId", pull.state::text AS state, coalesce(pull."mergedAt", pull."closedAt") AS "endedAt"
    FROM "PullRequest" pull JOIN "Job" job ON job.id = pull."jobId"
    WHERE pull."projectId" = ${project.id} AND job."projectId" = ${project.id} AND job."automationId" = ${automationId}
    ORDER BY (pull.state = 'open') DESC, coalesce(pull."mergedAt", pull."closedAt") DESC, pull.number DESC LIMIT 200`;
}

/** @returns why the automation is paused from now on; null when it isn't */
async function pauseAfterClosed(ctx: ProjectContext, automation: AutomationRow, pulls: Pull[]): Promise<string | null> {
  const since = automation.resumedAt ?? automation.createdAt;
  const ended = pulls.filter(({ state, endedAt }) => state !== "open" && endedAt !== null && endedAt > since);
  const last = ended.slice(0, CLOSED_IN_A_ROW);
  if (last.length < CLOSED_IN_A_ROW || last.some(({ state }) => state !== "closed")) return null;
  const pausedReason = `Its last ${CLOSED_IN_A_ROW} pull requests were closed without merging. Change the prompt, then resume it.`;
  const data = { ...PAUSED_TIMES, pausedAt: ctx.clock.now(), pausedReason };
  await ctx.db.automation.update({ where: { id: automation.id }, data });
  return `The automation was paused. ${pausedReason}`;
}

/** What the pull requests that were closed without merging were about. */
async function listDeclined({ db, project }: ProjectContext, pulls: Pull[]): Promise<Set<string>> {
  const jobIds = pulls.flatMap(({ state, jobId }) => (state === "closed" && jobId !== null ? [jobId] : []));
  if (jobIds.length === 0) return new Set();
  const rows = await db.automationRun.findMany({
    where: { projectId: project.id, jobId: { in: jobIds } },
    select: { holds: true },
  });
  return new Set(rows.flatMap(({ holds }) => holds));
}

const holdOf = (source: string, path: string, reason: { kind: string; message: string }) =>
  createHash("sha256").update([source, path, reason.kind, reason.message].join("\0")).digest("base64url").slice(0, 22);

function withoutDeclined(change: SourceChange, { source = "" }: RunData, declined: ReadonlySet<string>): SourceChange {
  const pages = change.pages
    .map(({ path, reasons }) => ({
      path,
      reasons: reasons.filter((reason) => !declined.has(holdOf(source, path, reason))),
    }))
    .filter(({ reasons }) => reasons.length > 0);
  return { ...change, pages };
}

const holdsOf = ({ pages }: SourceChange, { source = "" }: RunData) =>
  pages.flatMap(({ path, reasons }) => reasons.map((reason) => holdOf(source, path, reason)));

/** The job to continue: its pull request is open, or it still works on its first one. */
async function findCurrentJob({ db, project }: ProjectContext, jobId: string | null, pulls: Pull[]) {
  if (jobId === null) return null;
  const job = await db.job.findUnique({ where: { id: jobId, projectId: project.id } });
  if (job === null || job.archivedAt !== null) return null;
  const states = pulls.filter((pull) => pull.jobId === jobId).map(({ state }) => state);
  if (states.includes("open")) return job;
  return states.length === 0 && job.status === "active" ? job : null;
}

const formatTime = (at: Date) => `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;
