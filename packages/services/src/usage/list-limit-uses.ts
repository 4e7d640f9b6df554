import type { LimitName } from "@docsteward/contract/limits";
import type { ServiceContext } from "../context.ts";
import { listKeys } from "../key/list.ts";
import { counterKey, LIMIT_RULES, type LimitOwner } from "../limit/limits.ts";
import { listLimits } from "../limit/list.ts";
import { type WindowKind, windowAt } from "../limit/window.ts";

/** Where a project stands with one limit. */
export type LimitStand = {
  name: LimitName;
  window: WindowKind;
  /** Who shares the count. An address is not named: its count is shared with other organizations. */
  of: { kind: "project" | "organization" | "address" } | { kind: "key"; id: string; name: string };
  quota: number;
  /** Null where it is not told. */
  used: number | null;
  resetsAt: string;
};

/** Lists how far each limit that a project meets is used in the window under way, and when that ends. */
export async function listLimitUses(ctx: ServiceContext): Promise<LimitStand[]> {
  const { db, clock, project } = ctx;
  const { id: projectId, organizationId } = project;
  const now = clock.now();
  const [limits, keys] = await Promise.all([
    listLimits(ctx, { organizationId }),
    listKeys(ctx, { organizationId, projectId }),
  ]);
  const readers = keys.filter(({ kind, state }) => kind === "assistant" && state === "valid");
  const owners: Record<LimitOwner, { of: LimitStand["of"]; id: string | null }[]> = {
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
