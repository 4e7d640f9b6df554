import { AutomationDefinition, AutomationsSettings, type AutomationTrigger } from "@docsteward/contract/automation";
import type { Automation, AutomationRun } from "@docsteward/contract/automation-operations";
import { AppError } from "@docsteward/contract/error";
import type { Automation as AutomationRow, AutomationRun as RunRow } from "@docsteward/db/client";
import { toUsd } from "@docsteward/platform/money";
import type { ProjectContext } from "../context.ts";
import { formatCursor, parseCursor } from "../cursor.ts";

/** Names an automation of the project, by its id or its name. */
export type AutomationKey = { automationId: string };

/** @throws AppError `not_found`, the same for an unknown automation and for another project's */
export async function requireAutomation(
  { db, project }: ProjectContext,
  { automationId }: AutomationKey,
): Promise<AutomationRow> {
  const row = await db.automation.findFirst({
    where: { projectId: project.id, OR: [{ id: automationId }, { name: automationId }] },
  });
  if (row === null) throw new AppError("not_found", "Automation not found.");
  return row;
}

/** Changes and decisions of a project's automations happen one after another: names, caps and counts are read before the write. */
export async function lockAutomations({ db, project }: ProjectContext): Promise<void> {
  await db.$queryRaw`SELECT pg_advisory_xact_lock(hashtext(${`automation:${project.id}`}))::text`;
}

/** The definition as it was parsed when it was stored; null for one of another version that this one can't read. */
export function findDefinition({ definition }: Pick<AutomationRow, "definition">): AutomationDefinition | null {
  return AutomationDefinition.safeParse(definition).data ?? null;
}

/** @throws AppError `not_found` for a definition that can't be read */
export function definitionOf(row: Pick<AutomationRow, "definition" | "name">): AutomationDefinition {
  const definition = findDefinition(row);
  if (definition === null) throw new AppError("not_found", explainUnreadable(row));
  return definition;
}

const explainUnreadable = ({ name }: Pick<AutomationRow, "name">) =>
  `Automation "${name}" was stored by another version and can't be read. Define it again, or remove it.`;

/** What the project's file says besides its automations. */
export async function readSettings({ db, project }: ProjectContext): Promise<AutomationsSettings> {
  const file = await db.automationFile.findUnique({ where: { projectId: project.id } });
  return file === null ? {} : AutomationsSettings.parse(file.settings);
}

type Figures = {
  automationId: string;
  jobs: number;
  costMicroUsd: bigint;
  opened: number;
  merged: number;
  closed: number;
  openNumber: number | null;
};

/** The project's automations, by name, and what is wrong with its file or with what they follow. */
export async function listAutomations(ctx: ProjectContext): Promise<{ automations: Automation[]; problems: string[] }> {
  const { db, project } = ctx;
  const projectId = project.id;
  const [rows, file, sources] = await Promise.all([
    db.automation.findMany({ where: { projectId }, orderBy: { name: "asc" } }),
    db.automationFile.findUnique({ where: { projectId } }),
    db.source.findMany({ where: { projectId }, select: { name: true, host: true } }),
  ]);
  const lost = rows.flatMap((row) => {
    const definition = findDefinition(row);
    if (definition === null) return [explainUnreadable(row)];
    const { merge, pull_request: pulls } = definition.on;
    return [...new Set([merge, pulls].flatMap((one) => one?.source ?? []))].flatMap((source) => {
      const found = sources.find(({ name }) => name === source);
      if (found === undefined)
        return `Automation "${row.name}" follows @${source}, and the project has no such source. Add it in the settings.`;
      const needsGitHub = [
        pulls?.source === source && "pull_request",
        merge?.source === source && merge.labels && "labels",
      ];
      const part = needsGitHub.find((one) => typeof one === "string");
      if (part === undefined || found.host === "github") return [];
      return `Automation "${row.name}" has ${part} for @${source}, which is not at GitHub. Only GitHub tells of pull requests.`;
    });
  });
  const readable = rows.filter((row) => findDefinition(row) !== null);
  return { automations: await presentAll(ctx, readable), problems: [...(file?.problems ?? []), ...lost] };
}

/** @throws AppError `not_found` */
export async function getAutomation(ctx: ProjectContext, key: AutomationKey): Promise<Automation> {
  return presentAutomation(ctx, await requireAutomation(ctx, key));
}

/** An automation as the API shows it. */
export async function presentAutomation(ctx: ProjectContext, row: AutomationRow): Promise<Automation> {
  const [automation] = await presentAll(ctx, [row]);
  if (automation === undefined) throw new Error("An automation was lost while it was read.");
  return automation;
}

async function presentAll({ db, project }: ProjectContext, rows: readonly AutomationRow[]): Promise<Automation[]> {
  const ids = rows.map(({ id }) => id);
  const figures = await db.$queryRaw<Figures[]>`
    SELECT job."automationId", count(DISTINCT job.id)::int AS jobs,
      -- A job is counted once, however many pull requests it has.
      (SELECT coalesce(sum("costMicroUsd"), 0)::bigint FROM "Job" one
        WHERE one."automationId" = job."automationId" AND one."projectId" = ${project.id}) AS "costMicroUsd",
      count(pull.id)::int AS opened,
      (count(pull.id) FILTER (WHERE pull.state = 'merged'))::int AS merged,
      (count(pull.id) FILTER (WHERE pull.state = 'closed'))::int AS closed,
      (max(pull.number) FILTER (WHERE pull.state = 'open'))::int AS "openNumber"
    FROM "Job" job LEFT JOIN "PullRequest" pull ON pull."jobId" = job.id AND pull."projectId" = ${project.id}
    WHERE job."projectId" = ${project.id} AND job."automationId" = ANY(${ids}::text[])
    GROUP BY job."automationId"`;
  // Prisma's `distinct` would read all runs.
  const lastRuns = await db.$queryRaw<RunRow[]>`
    SELECT last.* FROM unnest(${ids}::text[]) AS one (id) CROSS JOIN LATERAL (
      SELECT * FROM "AutomationRun" WHERE "automationId" = one.id AND "projectId" = ${project.id}
      ORDER BY "createdAt" DESC, id DESC LIMIT 1) last`;
  const positions = await db.automationPosition.findMany({
    where: { automationId: { in: ids }, automation: { projectId: project.id } },
    orderBy: { source: "asc" },
  });
  return rows.map((row): Automation => {
    const found = figures.find(({ automationId }) => automationId === row.id);
    const last = lastRuns.find(({ automationId }) => automationId === row.id);
    const { merged = 0, closed = 0 } = found ?? {};
    return {
      id: row.id,
      origin: row.origin === "file" ? "file" : "api",
      definition: definitionOf(row),
      nextRunAt: row.nextDueAt?.toISOString() ?? null,
      pausedAt: row.pausedAt?.toISOString() ?? null,
      pausedReason: row.pausedReason,
      hasWebhookSecret: row.webhookSecret !== null,
      follows: positions
        .filter(({ automationId }) => automationId === row.id)
        .map(({ source, seen }) => ({ source: source || null, commit: seen })),
      lastRun: last ? presentRun(last) : null,
      jobs: found?.jobs ?? 0,
      costUsd: toUsd(Number(found?.costMicroUsd ?? 0n)),
      pullRequests: {
        opened: found?.opened ?? 0,
        merged,
        closed,
        mergeRate: merged + closed === 0 ? null : merged / (merged + closed),
        openNumber: found?.openNumber ?? null,
      },
      createdAt: row.createdAt.toISOString(),
      updatedAt: row.updatedAt.toISOString(),
    };
  });
}

/** A run as the API shows it. The body of a webhook stays out of it. */
export function presentRun(row: RunRow): AutomationRun {
  const { source, base, head, pull, isReport } = row.data as RunData;
  return {
    id: row.id,
    trigger: row.trigger as AutomationTrigger,
    // Processes of an earlier version read the row, too: they know no such state.
    state: row.state === "silent" && isReport ? "reported" : row.state,
    reason: row.reason,
    jobId: row.jobId,
    change: head === undefined ? null : { source: source || null, base: base ?? null, head, pullRequest: pull ?? null },
    createdAt: row.createdAt.toISOString(),
    decidedAt: row.decidedAt?.toISOString() ?? null,
  };
}

/** What a run is about, as it is stored. */
export type RunData = {
  /** Name of a source; empty for the docs. */
  source?: string;
  base?: string | null;
  head?: string;
  /** Heads between the two, in their order, as they were seen while the run waited. */
  steps?: string[];
  /** A pull request in the source. */
  pull?: { number: number; url: string };
  /** The comment on it that asked for a job. */
  commandId?: string;
  /** Whether the run said which pages the pull request will make false. */
  isReport?: boolean;
  /** How often it was looked into within a day: its commits went and came back. */
  looks?: number;
  gaps?: string[];
  body?: string;
};

type ListRuns = AutomationKey & { limit: number; cursor?: string | undefined };

/** A page of an automation's runs, newest first. @throws AppError `not_found`, `invalid_request` for a cursor of another list */
export async function listAutomationRuns(ctx: ProjectContext, { limit, cursor, ...key }: ListRuns) {
  const { id: automationId } = await requireAutomation(ctx, key);
  const after = cursor === undefined ? null : parseCursor(ctx, cursor);
  const rows = await ctx.db.automationRun.findMany({
    where: {
      automationId,
      projectId: ctx.project.id,
      ...(after && {
        OR: [{ createdAt: { lt: after.createdAt } }, { createdAt: after.createdAt, id: { lt: after.id } }],
      }),
    },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit + 1,
  });
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    runs: rows.slice(0, limit).map(presentRun),
    nextCursor: last ? formatCursor(ctx, last) : null,
    hasMore: last !== undefined,
  };
}
