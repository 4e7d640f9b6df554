import type { LimitName, LimitSettings } from "@docsteward/contract/limits";
import type { ServiceContext } from "../context.ts";
import { addressBlock } from "./address-block.ts";
import type { WindowKind } from "./window.ts";

export type LimitOwner = "project" | "organization" | "key" | "address";

type LimitRule = {
  window: WindowKind;
  /** Where the installation's figure stands. */
  setting: keyof LimitSettings;
  /** What shares the count … */
  owner: LimitOwner;
  /** … and which one of these. */
  sharedBy(ctx: ServiceContext): string;
  /** For the sentence of a refusal. */
  what: string;
};

/** Every limit over time: who shares its count, and in which window. */
export const LIMIT_RULES: Record<LimitName, LimitRule> = {
  "agent-hour": {
    window: "hour",
    setting: "agentPerHour",
    owner: "project",
    sharedBy: ({ project }) => project.id,
    what: "agent jobs and messages per hour for this project",
  },
  "agent-v1-hour": {
    window: "hour",
    setting: "agentV1PerHour",
    owner: "project",
    sharedBy: ({ project }) => project.id,
    what: "agent jobs per hour for this project in version 1",
  },
  "key-month": {
    window: "month",
    setting: "assistantPerKeyAndMonth",
    owner: "key",
    sharedBy: ({ actor }) => (actor.kind === "key" ? actor.keyId : "operator"),
    what: "calls per month for this key",
  },
  "org-hour": {
    window: "hour",
    setting: "assistantPerOrganizationAndHour",
    owner: "organization",
    sharedBy: ({ project }) => project.organizationId,
    what: "calls per hour for this organization",
  },
  "ip-day": {
    window: "day",
    setting: "assistantPerAddressAndDay",
    owner: "address",
    sharedBy: ({ actor }) => (actor.kind === "key" ? addressBlock(actor.address ?? "") : "operator"),
    what: "calls per day from your IP address",
  },
};

export type Limit = Omit<LimitRule, "owner" | "sharedBy" | "setting"> & {
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
  return { name, window, what, quota: own ?? ctx.limits[setting], key: counterKey(name, sharedBy(ctx)) };
}

/** What a limit's count is kept under, for the project, organization, key or address that shares it. */
export function counterKey(name: LimitName, sharedBy: string): string {
  return `${name}:${sharedBy}`;
}
