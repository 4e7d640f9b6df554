import { type AutomationDefinition, DEFAULT_JOBS_PER_DAY, type QuietHours } from "@docsteward/contract/automation";
import type { Automation as AutomationRow } from "@docsteward/db/client";
import { toMicroUsd } from "@docsteward/platform/money";
import type { ProjectContext } from "../context.ts";
import type { readSettings } from "./automation.ts";

type CapInput = {
  automation: AutomationRow;
  definition: AutomationDefinition;
  settings: Awaited<ReturnType<typeof readSettings>>;
  isNew: boolean;
  now: Date;
};

const DAY_MS = 86_400_000;

/** Why nothing is done about reasons that are as true as ever. */
export const DECLINED =
  "All reasons why pages would be false were declined before: a pull request about them was closed without merging.";

/** @returns which limit keeps a run back, in a sentence; null when none does */
export async function findReachedCap(
  { db, project }: ProjectContext,
  { automation, definition, settings, isNew, now }: CapInput,
): Promise<string | null> {
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
  const [used] = await db.$queryRaw<{ own: number; all: number; ownCost: bigint; allCost: bigint; open: number }[]>`
    SELECT
      (SELECT count(*) FROM "AutomationRun" WHERE "automationId" = ${automation.id}
        AND state IN ('started', 'continued') AND "decidedAt" > ${new Date(now.getTime() - DAY_MS)}::timestamptz)::int AS own,
      (SELECT count(*) FROM "AutomationRun" WHERE "projectId" = ${project.id}
        AND state IN ('started', 'continued') AND "decidedAt" > ${new Date(now.getTime() - DAY_MS)}::timestamptz)::int AS all,
      (SELECT coalesce(sum("costMicroUsd"), 0) FROM "Job" WHERE "projectId" = ${project.id}
        AND "automationId" = ${automation.id} AND ("createdAt" >= ${month}::timestamptz OR id IN (
          SELECT "jobId" FROM "AutomationRun" WHERE "projectId" = ${project.id} AND state = 'continued'
            AND "decidedAt" >= ${month}::timestamptz)))::bigint AS "ownCost",
      (SELECT coalesce(sum("costMicroUsd"), 0) FROM "Job" WHERE "projectId" = ${project.id}
        AND "automationId" IS NOT NULL AND ("createdAt" >= ${month}::timestamptz OR id IN (
          SELECT "jobId" FROM "AutomationRun" WHERE "projectId" = ${project.id} AND state = 'continued'
            AND "decidedAt" >= ${month}::timestamptz)))::bigint AS "allCost",
      (SELECT count(*) FROM "PullRequest" pull JOIN "Job" job ON job.id = pull."jobId"
        WHERE pull."projectId" = ${project.id} AND pull.state = 'open' AND job."automationId" IS NOT NULL)::int AS open`;
  if (used === undefined) throw new Error("The database returned no counts.");
  const { caps = {} } = definition;
  const { caps: projectCaps = {} } = settings;
  const jobsPerDay = caps.jobsPerDay ?? DEFAULT_JOBS_PER_DAY;
  if (used.own >= jobsPerDay) return `The automation's limit in 24 hours (jobsPerDay: ${jobsPerDay}) is reached.`;
  if (projectCaps.jobsPerDay !== undefined && used.all >= projectCaps.jobsPerDay)
    return `The limit of the project's automations in 24 hours (jobsPerDay: ${projectCaps.jobsPerDay}) is reached.`;
  if (caps.usdPerMonth !== undefined && used.ownCost >= toMicroUsd(caps.usdPerMonth))
    return `The automation's limit of $${caps.usdPerMonth} per month is used up.`;
  if (projectCaps.usdPerMonth !== undefined && used.allCost >= toMicroUsd(projectCaps.usdPerMonth))
    return `The limit of $${projectCaps.usdPerMonth} per month for the project's automations is used up.`;
  if (isNew && projectCaps.openPullRequests !== undefined && used.open >= projectCaps.openPullRequests)
    return `The limit of the project's automations (openPullRequests: ${projectCaps.openPullRequests}) is reached.`;
  return null;
}

const MINUTE_MS = 60_000;

/** When the quiet hours that a time is in are over; null outside of them. */
export function endOfQuiet(hours: QuietHours | undefined, now: Date): Date | null {
  if (hours === undefined) return null;
  const { from, to, timeZone } = hours;
  const clock = new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  const isQuiet = (at: Date) => {
    const time = clock.format(at);
    return from < to ? time >= from && time < to : time >= from || time < to;
  };
  if (!isQuiet(now)) return null;
  // Minute by minute: on a day when the clock changes, the hours are longer or shorter than their numbers say.
  const start = Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS;
  for (let minutes = 1; minutes <= 26 * 60; minutes += 1) {
    const at = new Date(start + minutes * MINUTE_MS);
    if (!isQuiet(at)) return at;
  }
  return null;
}
