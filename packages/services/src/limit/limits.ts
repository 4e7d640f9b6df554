import type { LimitName, LimitSettings } from "@docsteward/contract/limits";
import type { ServiceContext } from "../context.ts";
import { addressBlock } from "./address-block.ts";
import type { WindowKind } from "./window.ts";

type LimitRule = {
  window: WindowKind;
  /** Where the installation's figure stands. */
  setting: keyof LimitSettings;
  /** Names who shares the count. */
  sharedBy(ctx: ServiceContext): string;
  /** For the sentence of a refusal. */
  what: string;
};

/** Every limit over time: who shares its count, and in which window. */
export const LIMIT_RULES: Record<LimitName, LimitRule> = {
  "agent-hour": {
    window: "hour",
    setting: "agentPerHour",
    sharedBy: ({ project }) => project.id,
    what: "agent jobs and messages an hour of this project",
  },
  "agent-v1-hour": {
    window: "hour",
    setting: "agentV1PerHour",
    sharedBy: ({ project }) => project.id,
    what: "agent jobs an hour of this project in version 1",
  },
  "key-month": {
    window: "month",
    setting: "assistantPerKeyAndMonth",
    sharedBy: ({ actor }) => (actor.kind === "key" ? actor.keyId : "operator"),
    what: "calls a month of this key",
  },
  "org-hour": {
    window: "hour",
    setting: "assistantPerOrganizationAndHour",
    sharedBy: ({ project }) => project.organizationId,
    what: "calls an hour of this organization",
  },
  "ip-day": {
    window: "day",
    setting: "assistantPerAddressAndDay",
    sharedBy: ({ actor }) => (actor.kind === "key" ? addressBlock(actor.address ?? "") : "operator"),
    what: "calls a day of your address",
  },
};

export type Limit = Omit<LimitRule, "sharedBy" | "setting"> & {
  name: LimitName;
  /** How many in one window. */
  quota: number;
  /** Names the count, without its window. */
  key: string;
};

/** A limit as it holds for whoever acts here: the key's own figure, else its organization's, else the installation's. */
export function limitOf(ctx: ServiceContext, name: LimitName): Limit {
  const { window, setting, sharedBy, what } = LIMIT_RULES[name];
  const own = ctx.actor.kind === "key" ? ctx.actor.quotas?.[name] : undefined;
  return { name, window, what, quota: own ?? ctx.limits[setting], key: `${name}:${sharedBy(ctx)}` };
}
