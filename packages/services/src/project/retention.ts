import { AppError } from "@docsteward/contract/error";
import type { Project } from "@docsteward/db/client";
import type { Services } from "../context.ts";

/** How many days things are kept: `own` is the project's, null where it has none. Never longer than the installation says. */
export type Retention = { installation: number; own: number | null; days: number };

/** How long the events of a project's ended jobs and its conversations are kept. */
export function retentionOf(
  { eventRetentionDays, threadRetentionDays }: Pick<Services, "eventRetentionDays" | "threadRetentionDays">,
  project: Pick<Project, "eventRetentionDays" | "threadRetentionDays">,
): { events: Retention; threads: Retention } {
  const of = (installation: number, own: number | null) => ({
    installation,
    own,
    days: Math.min(installation, own ?? installation),
  });
  return {
    events: of(eventRetentionDays, project.eventRetentionDays),
    threads: of(threadRetentionDays, project.threadRetentionDays),
  };
}

/** @throws AppError `invalid_request` when things cannot be kept for so long */
export function requireRetention(path: string, days: number | null, installation: number): number | null {
  if (days === null || (Number.isInteger(days) && days >= 1 && days <= installation)) return days;
  const message = `Enter 1 to ${installation} days, or leave this empty for ${installation} days, which is the installation's limit.`;
  throw new AppError("invalid_request", message, { details: [{ path, message }] });
}
