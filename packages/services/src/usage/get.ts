import type { KeyKind } from "@docsteward/contract/key";
import type { LimitName } from "@docsteward/contract/limits";
import type { ProjectContext } from "../context.ts";
import { type JobDetails, presentJobDetails, WITH_PROMPT } from "../job/details.ts";
import { listLimits } from "../limit/quotas.ts";
import { counterKey, LIMIT_RULES, type LimitOwner, type WindowKind, windowAt } from "../limit/rules.ts";
import { getMonthlyCosts, type MonthCost } from "./budget.ts";
import { type CountedDays, countDays, findCostliestJobs, type ModelDay, sumCosts } from "./days.ts";

/** Data of the usage page, from `getUsage`. Costs are in US dollars. */
export type Usage = {
  limits: LimitUsage[];
  months: MonthCost[];
  /** The last thirty days (UTC), today last. */
  days: string[];
  keys: KeyDays[];
  costs: ModelDay[];
  costlyJobs: JobDetails[];
};

/** What a project uses: its limits now, its cost this month, and thirty days of calls and costs. */
export async function getUsage(ctx: ProjectContext): Promise<Usage> {
  const { first, days } = lastDays(ctx.clock.now());
  const counted = await countDays(ctx, { from: first });
  const [limits, months, { keys }, costs, costlyJobs] = await Promise.all([
    listLimitUses(ctx),
    getMonthlyCosts(ctx),
    listKeyDays(ctx, { most: MOST_KEYS }),
    sumCosts(ctx, counted),
    listCostlyJobs(ctx, counted),
  ]);
  return { limits, months, days, keys, costs, costlyJobs };
}

/** How often one key was used on each of `days`. */
type KeyDays = { keyId: string; name: string; kind: KeyKind; counts: number[] };

/**
 * Counts the calls of thirty days by key: those of the project's own keys, and those of its organization's admin keys, whichever
 * project they were for. The most used comes first; keys without a call are left out.
 *
 * @param options.most how many keys; all by default
 */
export async function listKeyDays(
  { db, clock, project }: ProjectContext,
  { most = null }: { most?: number | null } = {},
): Promise<{ days: string[]; keys: KeyDays[] }> {
  const { first, days } = lastDays(clock.now());
  const rows = await db.$queryRaw<{ keyId: string; name: string; kind: KeyKind; day: string; count: number }[]>`
    SELECT "ApiKey".id AS "keyId", name, kind::text AS kind,
      to_char(hour AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, sum(count)::int AS count
    FROM "KeyUse" JOIN "ApiKey" ON "ApiKey".id = "keyId"
    WHERE "ApiKey".id IN (
        SELECT used.id FROM "ApiKey" used JOIN "KeyUse" ON "keyId" = used.id
        WHERE used."organizationId" = ${project.organizationId}
          AND (used."projectId" = ${project.id} OR used."projectId" IS NULL) AND hour >= ${first}::timestamptz
        GROUP BY used.id ORDER BY sum(count) DESC LIMIT ${most}::int)
      AND hour >= ${first}::timestamptz
    GROUP BY "ApiKey".id, day`;
  const keys = new Map<string, KeyDays>();
  for (const { keyId, name, kind, day, count } of rows) {
    const key = keys.get(keyId) ?? { keyId, name, kind, counts: new Array<number>(days.length).fill(0) };
    const place = days.indexOf(day);
    if (place >= 0) key.counts[place] = count;
    keys.set(keyId, key);
  }
  const sum = ({ counts }: KeyDays) => counts.reduce((total, count) => total + count, 0);
  return { days, keys: [...keys.values()].sort((a, b) => sum(b) - sum(a) || a.keyId.localeCompare(b.keyId)) };
}

/** A project's use of one limit. */
export type LimitUsage = {
  name: LimitName;
  window: WindowKind;
  /** Who shares the count. An address is not named: its count is shared with other organizations. */
  of: { kind: "project" | "organization" | "address" } | { kind: "key"; id: string; name: string };
  quota: number;
  /** Null when it is not shown to this caller. */
  used: number | null;
  resetsAt: string;
};

/** Lists how far each limit that a project meets is used in the window under way, and when that ends. */
async function listLimitUses(ctx: ProjectContext): Promise<LimitUsage[]> {
  const { db, clock, project } = ctx;
  const { id: projectId, organizationId } = project;
  const now = clock.now();
  const [limits, readers] = await Promise.all([listLimits(ctx), listBusyReaders(ctx)]);
  const owners: Record<LimitOwner, { of: LimitUsage["of"]; id: string | null }[]> = {
    project: [{ of: { kind: "project" }, id: projectId }],
    organization: [{ of: { kind: "organization" }, id: organizationId }],
    address: [{ of: { kind: "address" }, id: null }],
    key: readers.map(({ id, name }) => ({ of: { kind: "key", id, name }, id })),
  };
  const stands = limits.flatMap(({ name, window, quota, keys: own }) => {
    const { start, resetSeconds } = windowAt(window, now);
    const resetsAt = new Date(now.getTime() + resetSeconds * 1_000).toISOString();
    return owners[LIMIT_RULES[name].owner].map(({ of, id }) => ({
      stand: { name, window, of, quota: own.find(({ keyId }) => keyId === id)?.quota ?? quota, resetsAt },
      counter: id === null ? null : { key: counterKey(name, id), windowStart: start },
    }));
  });
  const counters = await db.limitCounter.findMany({
    where: { OR: stands.flatMap(({ counter }) => counter ?? []) },
  });
  const usedOf = new Map(counters.map(({ key, count }) => [key, count]));
  return stands.map(({ stand, counter }) => ({ ...stand, used: counter && (usedOf.get(counter.key) ?? 0) }));
}

const MOST_KEYS = 20;

/** The assistant keys of a project that are nearest to the end of their month: a project may have any number of keys. */
async function listBusyReaders({ db, clock, project }: ProjectContext): Promise<{ id: string; name: string }[]> {
  const now = clock.now();
  return db.$queryRaw<{ id: string; name: string }[]>`
    SELECT key.id, key.name FROM "ApiKey" key
    LEFT JOIN "LimitCounter" counter
      ON counter.key = ${counterKey("key-month", "")} || key.id AND counter."windowStart" = ${windowAt("month", now).start}::timestamptz
    WHERE key."organizationId" = ${project.organizationId} AND key."projectId" = ${project.id} AND key.kind = 'assistant'
      AND NOT key."isPlayground" AND key."revokedAt" IS NULL
      AND (key."expiresAt" IS NULL OR key."expiresAt" > ${now}::timestamptz)
    ORDER BY counter.count DESC NULLS LAST, key."createdAt" DESC, key.id DESC LIMIT ${MOST_KEYS}::int`;
}

/** Lists the jobs of a period that have cost the most, the most expensive first. */
async function listCostlyJobs(ctx: ProjectContext, days: CountedDays): Promise<JobDetails[]> {
  const ids = await findCostliestJobs(ctx, days);
  const rows = await ctx.db.job.findMany({
    where: { projectId: ctx.project.id, id: { in: ids } },
    include: WITH_PROMPT,
  });
  const inOrder = rows.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
  return inOrder.map((row) => presentJobDetails(row, { prices: ctx.prices, project: ctx.project }));
}

const DAY_MS = 86_400_000;
const DAYS = 30;

/** The last thirty days (UTC) as `2026-11-20`, today last, and their start time. */
export function lastDays(now: Date): { first: Date; days: string[] } {
  const firstMs = now.getTime() - (now.getTime() % DAY_MS) - (DAYS - 1) * DAY_MS;
  const days = Array.from({ length: DAYS }, (_, index) =>
    new Date(firstMs + index * DAY_MS).toISOString().slice(0, 10),
  );
  return { first: new Date(firstMs), days };
}
