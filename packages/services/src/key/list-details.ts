import type { LimitName } from "@docsteward/contract/limits";
import { findActorNames } from "../audit/find-actor-names.ts";
import type { ServiceContext } from "../context.ts";
import { listLimits } from "../limit/list.ts";
import { listKeys } from "./list.ts";
import { listKeyUses } from "./list-uses.ts";
import type { KeySummary } from "./present.ts";

/** A key with all that people want to know of it. */
export type KeyDetails = KeySummary & {
  /** Who made it: a person's name or another key's; null when it was made at the machine, or by somebody who is gone. */
  createdBy: string | null;
  /** How often it was used, one figure an hour, the running hour last. */
  hours: number[];
  /** Limits of its own. */
  limits: { name: LimitName; quota: number }[];
};

const HOURS = 36;

/** The keys that open a project, newest first: its own, and its organization's admin keys. */
export async function listKeyDetails(ctx: ServiceContext): Promise<KeyDetails[]> {
  const { project } = ctx;
  const { id: projectId, organizationId } = project;
  const [keys, uses, limits] = await Promise.all([
    listKeys(ctx, { organizationId, projectId }),
    listKeyUses(ctx, { organizationId, hours: HOURS }),
    listLimits(ctx, { organizationId }),
  ]);
  const makers = await findActorNames(ctx, { organizationId, ids: keys.map(({ createdById }) => createdById) });
  const hoursOf = new Map(uses.map(({ keyId, hours }) => [keyId, hours]));
  return keys.map((key) => ({
    ...key,
    createdBy: makers.get(key.createdById ?? "") ?? null,
    hours: hoursOf.get(key.id) ?? new Array<number>(HOURS).fill(0),
    limits: limits.flatMap(({ name, keys: own }) =>
      own.filter(({ keyId }) => keyId === key.id).map(({ quota }) => ({ name, quota })),
    ),
  }));
}
