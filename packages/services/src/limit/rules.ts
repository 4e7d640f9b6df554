import { isIPv6 } from "node:net";
import type { LimitName, LimitSettings } from "@docsteward/contract/limits";
import { unmapAddress } from "@docsteward/platform/ip-ranges";
import { isReaderCall } from "../actor.ts";
import type { ProjectContext } from "../context.ts";

/** Who shares one count of a limit. */
export type LimitOwner = "project" | "organization" | "key" | "address";

type LimitRule = {
  window: WindowKind;
  /** The setting of the installation's limit. */
  setting: keyof LimitSettings;
  /** What shares the count … */
  owner: LimitOwner;
  /** … and which one of these. */
  sharedBy(ctx: ProjectContext): string;
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
    sharedBy: ({ actor }) =>
      actor.kind === "key" ? actor.keyId : actor.kind === "reader" ? actor.grantId : "operator",
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
    sharedBy: ({ actor }) => (isReaderCall(actor) ? addressBlock(actor.address ?? "") : "operator"),
    what: "calls per day from your IP address",
  },
};

/** A limit with the quota that applies to one caller. */
export type Limit = Omit<LimitRule, "owner" | "sharedBy" | "setting"> & {
  name: LimitName;
  /** How many in one window. */
  quota: number;
  /** Names the count, without its window. */
  key: string;
};

/** The limit that applies to this actor: the key's value, else its organization's (also an automation's), else the installation's. */
export function resolveLimit(ctx: ProjectContext, name: LimitName): Limit {
  const { window, setting, sharedBy, ...rule } = LIMIT_RULES[name];
  // A signed-in reader has no key.
  const what = ctx.actor.kind === "reader" ? rule.what.replace("this key", "this sign-in") : rule.what;
  const own = "quotas" in ctx.actor ? ctx.actor.quotas?.[name] : undefined;
  return { name, window, what, quota: own ?? ctx.limits[setting], key: counterKey(name, sharedBy(ctx)) };
}

/** What a limit's count is kept under, for the project, organization, key or address that shares it. */
export function counterKey(name: LimitName, sharedBy: string): string {
  return `${name}:${sharedBy}`;
}

/** The length of a limit's calendar window, in UTC. */
export type WindowKind = "hour" | "day" | "month";

type Window = {
  start: Date;
  /** Its length as `RateLimit-Policy` tells it; a month is 30 days there. */
  seconds: number;
  /** Until the next one. */
  resetSeconds: number;
};

const SECONDS = { hour: 3_600, day: 86_400, month: 2_592_000 } as const satisfies Record<WindowKind, number>;

/** The calendar window, in UTC, that contains a time. */
export function windowAt(kind: WindowKind, now: Date): Window {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const nowMs = now.getTime();
  const isMonth = kind === "month";
  const startMs = isMonth ? Date.UTC(year, month) : nowMs - (nowMs % (SECONDS[kind] * 1_000));
  const endMs = isMonth ? Date.UTC(year, month + 1) : startMs + SECONDS[kind] * 1_000;
  return { start: new Date(startMs), seconds: SECONDS[kind], resetSeconds: Math.ceil((endMs - nowMs) / 1_000) };
}

/**
 * What counts as one caller by address: an IPv4 address, or the /64 network of an IPv6 one, since a single machine may use all of
 * such a network.
 */
export function addressBlock(address: string): string {
  const plain = unmapAddress(address);
  if (!isIPv6(plain)) return plain;
  const [head = "", tail] = (plain.split("%", 1)[0] ?? "").toLowerCase().split("::");
  const groups = (text: string) => text.split(":").filter(Boolean);
  const known = tail === undefined ? 8 : groups(head).length + groups(tail).length;
  const all = [...groups(head), ...Array<string>(8 - known).fill("0"), ...groups(tail ?? "")];
  const network = all.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(":")}::/64`;
}
