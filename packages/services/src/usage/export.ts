import { toUsd } from "@docsteward/platform/money";
import type { ProjectContext } from "../context.ts";
import type { ExportRow } from "../database.ts";
import { KEY_USE_HOURS } from "../key/list.ts";
import { countWeek } from "../overview.ts";
import { countDays, sumCosts } from "./days.ts";
import { lastDays, listKeyDays } from "./get.ts";

export const USAGE_TABLES = ["calls", "costs", "jobs", "week", "key-hours"] as const;
/** A table that the usage page, the overview or the page of keys exports as CSV. */
export type UsageTable = (typeof USAGE_TABLES)[number];

const PAGE = 500;

/**
 * Reads a project's use as rows for a spreadsheet, the names of the columns first. Thirty days: calls by key and day, costs by
 * model and day, or each job with its cost. Seven days: jobs and questions by day. 36 hours: requests by key and hour.
 * Jobs are read a page at a time, as fast as the rows are taken.
 */
export function exportUsage(ctx: ProjectContext, { table }: { table: UsageTable }): AsyncGenerator<ExportRow> {
  const tables = {
    ...{ calls: exportCalls, costs: exportCosts, jobs: exportJobs },
    ...{ week: exportWeek, "key-hours": exportKeyHours },
  };
  return tables[table](ctx);
}

async function* exportCalls(ctx: ProjectContext): AsyncGenerator<ExportRow> {
  yield ["day", "key", "key_name", "kind", "calls"];
  const { days, keys } = await listKeyDays(ctx);
  for (const [index, day] of days.entries()) {
    for (const { keyId, name, kind, counts } of keys) {
      const calls = counts[index] ?? 0;
      if (calls > 0) yield [day, keyId, name, kind, calls];
    }
  }
}

async function* exportCosts(ctx: ProjectContext): AsyncGenerator<ExportRow> {
  yield ["day", "for", "model", "count", "input_tokens", "output_tokens", "cost_usd"];
  const counted = await countDays(ctx, { from: lastDays(ctx.clock.now()).first });
  for (const { day, source, model, count, inputTokens, outputTokens, costUsd } of await sumCosts(ctx, counted)) {
    yield [day, source, model, count, inputTokens, outputTokens, costUsd];
  }
}

async function* exportJobs({ db, clock, project }: ProjectContext): AsyncGenerator<ExportRow> {
  yield [
    ...["job", "created_at", "title", "model", "status", "pull_request"],
    ...["model_calls", "input_tokens", "cached_input_tokens", "output_tokens", "cost_usd"],
  ];
  const { first } = lastDays(clock.now());
  let last: { createdAt: Date; id: string } | undefined;
  for (;;) {
    const jobs = await db.job.findMany({
      where: {
        projectId: project.id,
        createdAt: { gte: first },
        ...(last && {
          OR: [{ createdAt: { gt: last.createdAt } }, { createdAt: last.createdAt, id: { gt: last.id } }],
        }),
      },
      orderBy: [{ createdAt: "asc" }, { id: "asc" }],
      take: PAGE,
    });
    for (const job of jobs) {
      yield [
        ...[job.id, job.createdAt.toISOString(), job.title, job.model, job.status, job.prLink],
        ...[job.modelCalls, job.inputTokens, job.cachedInputTokens, job.outputTokens],
        toUsd(job.costMicroUsd),
      ];
    }
    last = jobs.at(-1);
    if (jobs.length < PAGE || last === undefined) return;
  }
}

async function* exportWeek(ctx: ProjectContext): AsyncGenerator<ExportRow> {
  yield [
    "day",
    ...["jobs_completed", "jobs_without_changes", "jobs_failed", "jobs_cancelled", "jobs_active"],
    ...["questions_answered", "questions_unanswered"],
  ];
  for (const { day, jobs, questions } of await countWeek(ctx)) {
    yield [
      day,
      ...[jobs.completed, jobs.unchanged, jobs.failed, jobs.cancelled, jobs.active],
      ...[questions.answered, questions.unanswered],
    ];
  }
}

const HOUR_MS = 3_600_000;

/** The hours of the bars beside each key, those without a request left out. */
async function* exportKeyHours({ db, clock, project }: ProjectContext): AsyncGenerator<ExportRow> {
  yield ["hour", "key", "key_name", "kind", "requests", "errors"];
  const nowMs = clock.now().getTime();
  const first = new Date(nowMs - (nowMs % HOUR_MS) - (KEY_USE_HOURS - 1) * HOUR_MS);
  const rows = await db.keyUse.findMany({
    where: {
      hour: { gte: first },
      key: {
        organizationId: project.organizationId,
        isPlayground: false,
        OR: [{ projectId: project.id }, { projectId: null }],
      },
    },
    include: { key: { select: { name: true, kind: true } } },
    orderBy: [{ hour: "asc" }, { keyId: "asc" }],
  });
  for (const { hour, keyId, key, count, errors } of rows) {
    yield [hour.toISOString(), keyId, key.name, key.kind, count, errors];
  }
}
