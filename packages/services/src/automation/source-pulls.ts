import { createHash } from "node:crypto";
import type { Automation as AutomationRow, AutomationRun as RunRow, Source as SourceRow } from "@docsteward/db/client";
import { canWrite, readSlug } from "@docsteward/git/github/app-events";
import type { GitHubApp } from "@docsteward/git/github/github-app";
import { parseRepositoryName, type RepositoryName, toRepositoryAddress } from "@docsteward/git/github/repository-name";
import { getMergeBase, getSourcePull, type SourcePull } from "@docsteward/git/github/source-pulls";
import { inProject, inTransaction, type ProjectContext, type SystemContext } from "../context.ts";
import { parseMention } from "../github-event/comment.ts";
import type { GitHubEvent } from "../github-event/event.ts";
import { mayUse, repositoryKey, useOf } from "../repository-use.ts";
import { definitionOf, findDefinition, lockAutomations, type RunData } from "./automation.ts";
import { addRun } from "./due.ts";
import type { OpenedRun } from "./open-runs.ts";

/** After these the commits, the base or the labels of a pull request may be others. */
const ACTIONS = new Set(["opened", "reopened", "synchronize", "ready_for_review", "edited", "labeled", "unlabeled"]);

/** A pull request of a repository that is a source may have changed: automations that report on it get a run. */
export async function onSourcePull(ctx: SystemContext, facts: GitHubEvent & { kind: "pull_request" }): Promise<void> {
  const isOnlyText = facts.action === "edited" && !facts.isBaseChanged;
  const app = await ctx.github.current();
  if (app === null || isOnlyText || !ACTIONS.has(facts.action)) return;
  const followers = await findFollowers(ctx, { ...facts, app });
  await addPullRuns(ctx, { app, followers, ...facts, commandId: null });
}

/** What asks for a job; the App's own name goes before it. */
const COMMAND = /^update (?:the )?docs?[.!]?$/i;
/** The name in the documentation, which is understood beside the App's own. */
export const PRODUCT = "docsteward";

/**
 * A comment on a pull request of a source that asks for a job, if its author may push there. Comments of other people get no answer.
 *
 * @returns whether it is meant for an automation
 */
export async function onSourceComment(
  ctx: SystemContext,
  comment: GitHubEvent & { kind: "comment" },
): Promise<boolean> {
  const app = await ctx.github.current();
  if (app === null || !comment.body.includes("@") || !/update/i.test(comment.body)) return false;
  const asked = parseMention(comment.body, PRODUCT) ?? parseMention(comment.body, await readSlug(app));
  if (asked === null || !COMMAND.test(asked.replaceAll(/\s+/g, " "))) return false;
  const followers = await findFollowers(ctx, { app, ...comment });
  if (followers.length === 0) return false;
  if (await canWrite(app, nameOf(comment), { login: comment.by, use: "report" }))
    await addPullRuns(ctx, { app, followers, ...comment, commandId: comment.commentId });
  return true;
}

type Follower = { ctx: ProjectContext; row: AutomationRow; source: SourceRow };
type Named = Pick<GitHubEvent & { kind: "pull_request" }, "repository" | "number">;

function nameOf({ repository: { fullName } }: Pick<Named, "repository">): RepositoryName {
  const [owner = "", name = ""] = fullName.split("/");
  return { owner, name };
}

/** The automations, of whatever project, that report on a repository's pull requests, as far as their projects may use it now. */
async function findFollowers(services: SystemContext, named: Named & { app: GitHubApp }): Promise<Follower[]> {
  const { db } = services;
  const { id: hostRepositoryId } = named.repository;
  const repository = toRepositoryAddress(named.app.webUrl, nameOf(named));
  const pairs = await db.$queryRaw<{ sourceId: string; automationId: string }[]>`
    SELECT source.id AS "sourceId", automation.id AS "automationId"
    FROM "Source" source JOIN "Automation" automation ON automation."projectId" = source."projectId"
    WHERE source.host = 'github' AND automation."pausedAt" IS NULL
      AND automation.definition #>> '{on,pull_request,source}' = source.name
      AND (source."hostRepositoryId" = ${hostRepositoryId}
        OR (source."hostRepositoryId" IS NULL AND lower(source.repository) = lower(${repository})))`;
  if (pairs.length === 0) return [];
  const sources = await db.source.findMany({
    where: { id: { in: pairs.map(({ sourceId }) => sourceId) } },
    include: {
      project: {
        include: {
          organization: true,
          automations: { where: { id: { in: pairs.map(({ automationId }) => automationId) } } },
        },
      },
    },
    orderBy: { id: "asc" },
  });
  const found: Follower[] = [];
  for (const { project: stored, ...source } of sources) {
    const { automations, ...project } = stored;
    const rows = automations.filter((row) => findDefinition(row)?.on.pull_request?.source === source.name);
    // As the event names it: the stored address may be that of before a rename.
    const use = { ...useOf(project, { repository, hostRepositoryId }), ...grantOf(source) };
    if (!(await mayUse(services, use))) continue;
    const ctx = inProject(services, project);
    found.push(...rows.map((row) => ({ ctx, row, source })));
  }
  return found;
}

/** A source is granted by itself: an operator may have added it for an account that the project has nothing else of. */
const grantOf = ({ grantedAccount }: Pick<SourceRow, "grantedAccount">) => ({ grantedAccount });

/** Looks of one automation in 24 hours, and at one pull request of it: anyone may push to a pull request, and each look costs time. */
const MAX_A_DAY = 200;
const MAX_A_DAY_OF_PULL = 20;
const DAY_MS = 86_400_000;

type Addition = Named & { app: GitHubApp; followers: readonly Follower[]; commandId: string | null };

/** Reads a pull request as it is now, and adds a run for each automation that is meant. */
async function addPullRuns(services: SystemContext, addition: Addition): Promise<void> {
  const { app, followers, number, commandId } = addition;
  if (followers.length === 0) return;
  const repository = nameOf(addition);
  const pull = await getSourcePull(app, repository, number);
  if (pull === null || (!pull.isOpen && commandId === null) || (await isOwn(services, addition))) return;
  const meant = followers.filter((follower) => commandId !== null || isMeant(follower, pull));
  if (meant.length === 0) return;
  const ends = { base: pull.baseSha, head: pull.headSha };
  const base = (await getMergeBase(app, repository, ends)) ?? pull.baseSha;
  for (const follower of meant) await addPullRun(follower, { pull, base, commandId });
}

function isMeant({ row, source }: Follower, pull: SourcePull): boolean {
  const { labels } = definitionOf(row).on.pull_request ?? {};
  return pull.baseRef === source.ref && (labels === undefined || labels.some((label) => pull.labels.includes(label)));
}

/** A pull request of Docsteward changes pages. It is known by the host's number of its repository, or by its address where that was not known. */
async function isOwn({ db }: SystemContext, { app, number, ...named }: Addition): Promise<boolean> {
  const repository = toRepositoryAddress(app.webUrl, nameOf(named));
  const { id } = named.repository;
  const keys = [id === "" ? null : id, null].map((hostRepositoryId) => repositoryKey({ repository, hostRepositoryId }));
  const where = { repositoryKey: { in: keys }, number, jobId: { not: null } };
  return (await db.pullRequest.count({ where })) > 0;
}

/**
 * Before a run is looked into: whether its pull request has ended or has other commits by now. Events may come late and in any order,
 * so the run of the commits that are there now takes its place.
 *
 * @throws GitError when the pull request cannot be read
 */
export async function replaceOutdatedRun(
  services: SystemContext,
  { id: runId, trigger, data, source: opened }: OpenedRun,
): Promise<boolean> {
  const { pull, head, commandId, source: name } = data;
  if (trigger !== "pull_request" || !pull || commandId !== undefined || opened === null || !name) return false;
  const now = await opened.pullOf(pull.number);
  const { db } = services;
  if (now?.isOpen === false) {
    await supersede(services, { ids: [runId], reason: CLOSED });
    return true;
  }
  if (now === null || now.headSha === head) return false;
  const app = await services.github.current();
  const run = await db.automationRun.findUnique({
    where: { id: runId },
    include: { automation: { include: { project: { include: { organization: true } } } } },
  });
  if (app === null || run === null) return false;
  const { project, ...row } = run.automation;
  const source = await db.source.findUnique({ where: { projectId_name: { projectId: project.id, name } } });
  const named = source && parseRepositoryName(source.repository, app.webUrl);
  if (!source || !named) return false;
  const ctx = inProject(services, project);
  const addition: Addition = {
    ...{ app, followers: [{ ctx, row, source }], number: pull.number, commandId: null },
    repository: { id: source.hostRepositoryId ?? "", fullName: `${named.owner}/${named.name}` },
  };
  await addPullRuns(services, addition);
  await inTransaction(ctx, async (ctx) => {
    await lockAutomations(ctx);
    await supersede(ctx, { ids: [runId], reason: SUPERSEDED });
  });
  // The commits may have come back before the run was silenced, and their event has found it waiting.
  await addPullRuns(services, addition);
  return true;
}

const SUPERSEDED = "The pull request has newer commits.";
const CLOSED = "The pull request was closed or merged before it was looked into.";
/** Runs that ended so say nothing of their commits. */
const UNSAID = [SUPERSEDED, CLOSED];

async function supersede(
  { db, clock }: SystemContext,
  { ids, reason }: { ids: readonly string[]; reason: string },
): Promise<void> {
  await db.automationRun.updateMany({
    where: { id: { in: [...ids] }, state: "waiting" },
    data: { state: "silent", reason, decidedAt: clock.now() },
  });
}

type NewPullRun = { pull: SourcePull; base: string; commandId: string | null };

/** Adds the run of a pull request's commits, or of a comment, once. Reports on earlier commits that still wait are left out. */
async function addPullRun({ ctx, row, source }: Follower, { pull, base, commandId }: NewPullRun): Promise<void> {
  const { number, url, headSha: head } = pull;
  const trigger = "pull_request";
  const about: RunData = { source: source.name, base, head, pull: { number, url } };
  await inTransaction(ctx, async (ctx) => {
    await lockAutomations(ctx);
    const { db, clock, queue } = ctx;
    const now = clock.now();
    if (commandId !== null) {
      await addRun(ctx, row, { trigger, key: `comment:${commandId}`, at: now, data: { ...about, commandId } });
      return;
    }
    const prefix = `pull_request:${source.id}:${number}:`;
    const commits = createHash("sha256").update(`${base} ${head}`).digest("hex").slice(0, 16);
    const key = `${prefix}${commits}`;
    const known = await db.automationRun.findUnique({ where: { automationId_key: { automationId: row.id, key } } });
    if (known !== null && (await isCurrent(ctx, { run: known, source, number, prefix }))) return;
    const since = new Date(now.getTime() - DAY_MS);
    if (await isLimitReached(ctx, { automationId: row.id, prefix, since })) {
      ctx.log.warn({ automationId: row.id, number }, "an automation's limit of reports in 24 hours is reached");
      return;
    }
    const earlier = await db.automationRun.findMany({
      where: { automationId: row.id, state: "waiting", key: { startsWith: prefix, not: key } },
      select: { id: true },
    });
    await supersede(ctx, { ids: earlier.map(({ id }) => id), reason: SUPERSEDED });
    if (known === null) {
      await addRun(ctx, row, { trigger, key, at: now, data: about });
      return;
    }
    const looks = known.createdAt > since ? ((known.data as RunData).looks ?? 1) + 1 : 1;
    await db.automationRun.update({
      where: { id: known.id },
      data: {
        ...{ state: "waiting", reason: null, decidedAt: null, dueAt: now, createdAt: now },
        data: { ...about, looks },
      },
    });
    await queue.automation.enqueue(db, row.id);
  });
}

type Known = { run: RunRow; source: SourceRow; number: number; prefix: string };

/** Whether a run will say, or has said, what is true of its pull request as it is now. */
async function isCurrent({ db }: ProjectContext, { run, source, number, prefix }: Known): Promise<boolean> {
  const { automationId, state } = run;
  if (state === "waiting") return true;
  if (state === "failed" || (run.reason !== null && UNSAID.includes(run.reason))) return false;
  const key = { automationId, repositoryKey: repositoryKey(source), number };
  const said = await db.automationReport.findUnique({ where: { automationId_repositoryKey_number: key } });
  if (said !== null && said.headSha !== (run.data as RunData).head) return false;
  // The same commits on another base are another run.
  const last = await db.automationRun.findFirst({
    where: {
      ...{ automationId, key: { startsWith: prefix }, decidedAt: { not: null } },
      OR: [{ reason: null }, { reason: { notIn: UNSAID } }],
    },
    orderBy: { decidedAt: "desc" },
    select: { id: true },
  });
  return last === null || last.id === run.id;
}

type Counted = { automationId: string; prefix: string; since: Date };

/** A comment of a person who may push is never counted. */
async function isLimitReached({ db }: ProjectContext, { automationId, prefix, since }: Counted): Promise<boolean> {
  const [count] = await db.$queryRaw<{ all: number; own: number }[]>`
    SELECT coalesce(sum(looks), 0)::int AS "all", coalesce(sum(looks) FILTER (WHERE starts_with(key, ${prefix})), 0)::int AS own
    FROM (SELECT key, coalesce((data ->> 'looks')::int, 1) AS looks FROM "AutomationRun"
      WHERE "automationId" = ${automationId} AND trigger = 'pull_request' AND starts_with(key, 'pull_request:')
        AND "createdAt" > ${since}::timestamptz) lately`;
  return count === undefined || count.all >= MAX_A_DAY || count.own >= MAX_A_DAY_OF_PULL;
}
