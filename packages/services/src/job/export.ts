import type { ProjectContext } from "../context.ts";
import type { ExportRow } from "../database.ts";
import type { JobDetails } from "./details.ts";
import { type JobFilter, listJobDetails } from "./list.ts";

const PAGE = 200;

/**
 * Reads the project's jobs that match a filter, newest first, as rows for a file, the names of the columns first. A page is read when
 * its rows are taken.
 */
export async function* exportJobs(ctx: ProjectContext, filter: JobFilter): AsyncGenerator<ExportRow> {
  yield [
    ...["job", "created_at", "ended_at", "status", "failure", "author", "author_kind", "prompt", "title"],
    ...["model", "base", "branch", "pull_request", "files", "additions", "deletions", "problems"],
    ...["model_calls", "input_tokens", "cached_input_tokens", "output_tokens", "cost_usd", "archived_at"],
  ];
  let cursor: string | undefined;
  do {
    const page = await listJobDetails(ctx, { ...filter, limit: PAGE, cursor });
    for (const job of page.jobs) yield toRow(job);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}

function toRow(job: JobDetails): ExportRow {
  const { failure, createdBy, size, tokens } = job;
  return [
    ...[job.id, job.createdAt, job.endedAt, failure?.code === "cancelled" ? "cancelled" : job.status],
    ...[failure?.reason ?? null, createdBy?.name ?? null, createdBy?.kind ?? null, job.prompt, job.title],
    ...[job.model, job.source.ref, job.branch, job.prLink],
    ...[size?.files ?? null, size?.additions ?? null, size?.deletions ?? null, job.openProblems],
    ...[job.modelCalls, tokens.input, tokens.cachedInput, tokens.output, job.costUsd, job.archivedAt],
  ];
}
