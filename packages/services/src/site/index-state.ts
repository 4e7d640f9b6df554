import { setTimeout as sleep } from "node:timers/promises";
import type { SiteIndex } from "@docsteward/db/client";
import type { ProjectContext } from "../context.ts";
import { pauseSeconds } from "../lease.ts";
import { readSkippedPages } from "./version.ts";

/** The state of a project's index, for people. */
export type IndexState = {
  /** `none`: no index was requested yet. */
  status: "none" | "waiting" | "running" | "ready" | "failed";
  /** What answers now; null before the first version. */
  answers: { version: number; commit: string; indexedAt: string; pages: number } | null;
  /** The progress of a waiting or running run; null while idle. */
  progress: { phase: string; pagesDone: number; pagesTotal: number } | null;
  /** Pages that are left out of what answers since they take too much to read, the first 100 by name. */
  skipped: { count: number; pages: { path: string; reason: string }[] };
  /** Why the last run failed, and when the next one may begin if it has to wait. */
  failure: string | null;
  /** No run begins before: too many have cost too much. Meanwhile the state is `failed`, whether anybody has asked or not. */
  pausedUntil: string | null;
  startedAt: string | null;
  endedAt: string | null;
};

/** Reads the state of the project's index: the current version, the progress of a run, and why the last one failed. */
export async function getIndexState({ db, project, clock }: ProjectContext): Promise<IndexState> {
  const row = await db.siteIndex.findUnique({ where: { projectId: project.id } });
  return row ? present(row, clock.now()) : NONE;
}

const NONE: IndexState = {
  status: "none",
  answers: null,
  progress: null,
  skipped: { count: 0, pages: [] },
  failure: null,
  pausedUntil: null,
  startedAt: null,
  endedAt: null,
};

const formatMinute = (at: Date) => `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;

function present(row: SiteIndex, at: Date): IndexState {
  const { version, commit, indexedAt, pageCount: pages, phase, pagesDone, pagesTotal } = row;
  // A rest after a long run is only a wait; a pause after losses is news for people.
  const isPaused = row.recentLosses > 0 && pauseSeconds(row, at) > 0;
  const pausedUntil = isPaused && (row.status === "waiting" || row.status === "failed") ? row.pausedUntil : null;
  const status = pausedUntil !== null && row.status === "waiting" ? "failed" : row.status;
  const reason = row.failure ?? "A worker ended while it read this repository.";
  const failure =
    pausedUntil === null ? row.failure : `${reason} The next run can start at ${formatMinute(pausedUntil)}.`;
  const isUnderWay = status === "waiting" || status === "running";
  return {
    status: status === "ready" && version === 0 ? "none" : status,
    answers: commit && indexedAt && version > 0 ? { version, commit, indexedAt: indexedAt.toISOString(), pages } : null,
    progress: isUnderWay ? { phase: phase ?? "waiting", pagesDone, pagesTotal } : null,
    skipped: {
      count: row.skippedCount,
      pages: readSkippedPages(row).map(({ path, reason }) => ({ path, reason })),
    },
    failure,
    pausedUntil: pausedUntil?.toISOString() ?? null,
    startedAt: row.startedAt?.toISOString() ?? null,
    endedAt: row.endedAt?.toISOString() ?? null,
  };
}

const POLL_MS = 250;

/** Follows a run until it ends: yields each changed state, the idle one last. */
export async function* followIndexState(
  ctx: ProjectContext,
  { signal }: { signal: AbortSignal },
): AsyncGenerator<IndexState> {
  let sent = "";
  while (!signal.aborted) {
    const state = await getIndexState(ctx);
    const text = JSON.stringify(state);
    if (text !== sent) yield state;
    sent = text;
    if (state.progress === null) return;
    await sleep(POLL_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** How many passages the pages of the project's answering version have, and how many pages can be found by meaning, too. */
export async function countPassages({ db, project, embedder }: ProjectContext): Promise<{
  passages: number;
  /** Pages whose passages are embedded; null when the installation finds pages by their words alone. */
  embeddedPages: number | null;
}> {
  const [row] = await db.$queryRaw<{ passages: number; embedded: number }[]>`
    SELECT coalesce(sum(json_array_length(page.page->'chunks')), 0)::int AS passages, count(vectors.file)::int AS embedded
    FROM "SiteIndex" site
    JOIN "SitePage" page ON page."projectId" = site."projectId" AND page."sinceVersion" <= site.version
      AND (page."untilVersion" IS NULL OR page."untilVersion" > site.version)
    LEFT JOIN "SitePageVectors" vectors ON vectors."projectId" = page."projectId" AND vectors.file = page.file
      AND vectors."sinceVersion" = page."sinceVersion" AND vectors."embedderId" = ${embedder?.id ?? ""}
    WHERE site."projectId" = ${project.id}`;
  return { passages: row?.passages ?? 0, embeddedPages: embedder === null ? null : (row?.embedded ?? 0) };
}
