import type { SiteIndex } from "@docsteward/db/client";
import type { ServiceContext } from "../context.ts";
import { readSkippedPages } from "./skipped-pages.ts";

/** How a project's index stands, for people. */
export type IndexState = {
  /** `none`: nobody has asked for one yet. */
  status: "none" | "waiting" | "running" | "ready" | "failed";
  /** What answers now; null before the first version. */
  answers: { version: number; commit: string; indexedAt: string; pages: number } | null;
  /** How far the run is that waits or is under way; null at rest. */
  progress: { phase: string; pagesDone: number; pagesTotal: number } | null;
  /** Pages that are left out of what answers since they take too much to read, the first 100 by name. */
  skipped: { count: number; pages: { path: string; reason: string }[] };
  /** Why the last run failed. */
  failure: string | null;
  startedAt: string | null;
  endedAt: string | null;
};

/** Tells how the project's index stands: what answers, how a run is getting on, and why the last one failed. */
export async function getIndex({ db, project }: ServiceContext): Promise<IndexState> {
  const row = await db.siteIndex.findUnique({ where: { projectId: project.id } });
  return row ? present(row) : NONE;
}

const NONE: IndexState = {
  status: "none",
  answers: null,
  progress: null,
  skipped: { count: 0, pages: [] },
  failure: null,
  startedAt: null,
  endedAt: null,
};

function present(row: SiteIndex): IndexState {
  const { status, version, commit, indexedAt, pageCount: pages, phase, pagesDone, pagesTotal, failure } = row;
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
    startedAt: row.startedAt?.toISOString() ?? null,
    endedAt: row.endedAt?.toISOString() ?? null,
  };
}
