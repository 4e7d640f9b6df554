import { toUsd } from "@docsteward/platform/money";
import type { ProjectContext } from "../context.ts";
import { lastDays, listKeyDays, sumCosts } from "./get.ts";

export const USAGE_TABLES = ["calls", "costs", "jobs"] as const;
/** A table that the usage page exports as CSV. */
export type UsageTable = (typeof USAGE_TABLES)[number];

/** One row of an exported table, in the order of its columns. */
export type UsageRow = (string | number | null)[];

const PAGE = 500;

/**
 * Reads thirty days of a project's use as rows for a spreadsheet, the names of the columns first: calls by key and day, costs by
 * model and day, or each job with its cost. Jobs are read a page at a time, as fast as the rows are taken.
 */
export function exportUsage(ctx: ProjectContext, { table }: { table: UsageTable }): AsyncGenerator<UsageRow> {
  return { calls: exportCalls, costs: exportCosts, jobs: exportJobs }[table](ctx);
}

async function* exportCalls(ctx: ProjectContext): AsyncGenerator<UsageRow> {
  yield ["day", "key", "key_name", "kind", "calls"];
  const { days, keys } = await listKeyDays(ctx);
  for (const [index, day] of days.entries()) {
    for (const { keyId, name, kind, counts } of keys) {
      const calls = counts[index] ?? 0;
      if (calls > 0) yield [day, keyId, name, kind, calls];
    }
  }
}

async function* exportCosts(ctx: ProjectContext): AsyncGenerator<UsageRow> {
  yield ["day", "for", "model", "count", "input_tokens", "output_tokens", "cost_usd"];
  for (const { day, source, model, count, inputTokens, outputTokens, costUsd } of await sumCosts(ctx)) {
    yield [day, source, model, count, inputTokens, outputTokens, costUsd];
  }
}

async function* exportJobs({ db, clock, project }: ProjectContext): AsyncGenerator<UsageRow> {
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
