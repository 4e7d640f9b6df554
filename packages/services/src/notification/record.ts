import type { SystemContext } from "../context.ts";
import type { EventKind } from "./settings.ts";

type NewNotification = {
  projectId: string;
  kind: EventKind;
  /** Names the event: each person gets it once by each channel. */
  key: string;
  title: string;
  /** Page below those of the project. */
  path: string;
};

/** Events that come together go into one message. */
export const BATCH_MS = 30_000;
const MAX_TITLE = 300;

/**
 * Puts an event on its way to the members of the project's organization who want to know. Call it in the transaction of the fact:
 * the people are notified when that commits, and not otherwise.
 */
export async function recordNotification(
  { db, clock, mailer }: SystemContext,
  { projectId, kind, key, title, path }: NewNotification,
): Promise<void> {
  const at = clock.now();
  const dueAt = new Date(at.getTime() + BATCH_MS);
  const channels = mailer === null ? ["webhook"] : ["email", "webhook"];
  await db.$executeRaw`
    INSERT INTO "Notification" ("userId", channel, key, "projectId", kind, title, path, "dueAt", "createdAt")
    SELECT setting."userId", channel, ${key}, project.id, ${kind}, ${title.trim().slice(0, MAX_TITLE).toWellFormed()}, ${path},
      ${dueAt}::timestamptz, ${at}::timestamptz
    FROM "Project" project
    JOIN "Membership" membership ON membership."organizationId" = project."organizationId"
    JOIN "NotificationSetting" setting ON setting."userId" = membership."userId",
      unnest(${channels}::text[]) AS channel
    WHERE project.id = ${projectId}
      AND ${kind} = ANY(CASE channel WHEN 'email' THEN setting.email ELSE setting.webhook END)
    ON CONFLICT DO NOTHING`;
}
