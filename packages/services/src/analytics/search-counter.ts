import type { Transaction } from "@docsteward/db/client";
import type { Reporter } from "@docsteward/platform/log";
import { createBatcher } from "../batcher.ts";
import { stripNul } from "../database.ts";
import { maskAddresses } from "./mask.ts";

/** Counts what is searched for, a day at a time. */
export type SearchCounter = {
  /** Counts one search. It is in the database some seconds later. */
  note(projectId: string, query: string, at: Date): void;
  /** Writes what waits. */
  flush(): Promise<void>;
};

const WRITE_MS = 2_000;
/** What is kept between two writes, or for a database that is away: different queries of one project, and of all. */
const MAX_WAITING_OF_PROJECT = 2_000;
const MAX_WAITING = 50_000;
/** Different queries of a project and day: those beyond are counted together. */
const MAX_QUERIES = 2_000;
const MAX_CHARACTERS = 200;
/** Stands for the queries beyond a bound. No query that is counted is empty. */
const REST = "";

type Search = { projectId: string; day: string; query: string; hits: number; lastMs: number };

/** The form in which a query is counted: in lower case, with single blanks, cut, and without mail addresses. */
export function countedQuery(query: string): string {
  const text = maskAddresses(stripNul(query.slice(0, 2_000)))
    .toLowerCase()
    .replace(/\s+/g, " ")
    .trim();
  return text.slice(0, MAX_CHARACTERS).toWellFormed();
}

/** Makes a counter that costs a search nothing: one statement every few seconds writes what the whole process has seen. */
export function createSearchCounter({ db, log }: { db: Transaction; log: Reporter }): SearchCounter {
  let waiting = new Map<string, Search>();
  let ofProject = new Map<string, number>();
  const add = (search: Search) => {
    const { projectId, query } = search;
    const name = `${projectId} ${search.day} ${query}`;
    const known = waiting.get(name);
    if (known) {
      known.hits += search.hits;
      known.lastMs = Math.max(known.lastMs, search.lastMs);
      return;
    }
    const own = ofProject.get(projectId) ?? 0;
    // The rest of a project is counted together, so that no flood of queries takes the place of another project's.
    if (own >= MAX_WAITING_OF_PROJECT && query !== REST) return add({ ...search, query: REST });
    if (waiting.size >= MAX_WAITING) return;
    waiting.set(name, search);
    ofProject.set(projectId, own + 1);
  };
  const writes = createBatcher(async () => {
    const searches = [...waiting.values()];
    waiting = new Map();
    ofProject = new Map();
    if (searches.length === 0) return;
    try {
      await writeSearches(db, searches);
    } catch (error) {
      for (const search of searches) add(search);
      log.warn({ searches: searches.length, error: (error as Error).message }, "searches could not be counted");
    }
  });
  return {
    note(projectId, query, at) {
      const counted = countedQuery(query);
      if (counted === "") return;
      add({ projectId, day: at.toISOString().slice(0, 10), query: counted, hits: 1, lastMs: at.getTime() });
      writes.within(WRITE_MS);
    },
    flush: () => writes.flush(),
  };
}

/** In one order, so that two processes never wait for each other. */
async function writeSearches(db: Transaction, searches: Search[]): Promise<void> {
  await db.$executeRaw`
    WITH noted AS (
      SELECT * FROM unnest(
        ${searches.map(({ projectId }) => projectId)}::text[], ${searches.map(({ day }) => day)}::date[],
        ${searches.map(({ query }) => query)}::text[], ${searches.map(({ hits }) => hits)}::int[],
        ${searches.map(({ lastMs }) => new Date(lastMs).toISOString())}::timestamptz[]
      ) AS noted (project, day, query, hits, last)
    ), room AS (
      SELECT project, day, ${MAX_QUERIES}::int - (
        SELECT count(*) FROM "SearchDay" known WHERE known."projectId" = noted.project AND known.day = noted.day
      ) AS free
      FROM noted GROUP BY project, day
    ), ranked AS (
      SELECT noted.*, known.query IS NOT NULL AS "isKnown",
        row_number() OVER (PARTITION BY noted.project, noted.day, known.query IS NULL, noted.query = ${REST} ORDER BY noted.hits DESC, noted.query) AS place
      FROM noted
      LEFT JOIN "SearchDay" known
        ON known."projectId" = noted.project AND known.day = noted.day AND known.query = noted.query
    ), placed AS (
      SELECT ranked.project, ranked.day, ranked.hits, ranked.last,
        CASE WHEN ranked."isKnown" OR ranked.place <= room.free THEN ranked.query ELSE ${REST} END AS query
      FROM ranked JOIN room ON room.project = ranked.project AND room.day = ranked.day
    )
    INSERT INTO "SearchDay" AS days ("projectId", day, query, hits, "lastSearchedAt")
    SELECT placed.project, placed.day, placed.query, sum(placed.hits)::int, max(placed.last)
    FROM placed JOIN "Project" ON "Project".id = placed.project
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT ("projectId", day, query) DO UPDATE SET hits = days.hits + excluded.hits,
      "lastSearchedAt" = greatest(days."lastSearchedAt", excluded."lastSearchedAt")`;
}
