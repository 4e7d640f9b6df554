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
/** What happens again and again in a project, such as a job that fails each minute, is not a message each time. */
export const REPEAT_MS = 15 * 60_000;
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
  const earlier = new Date(at.getTime() - REPEAT_MS);
  const channels = mailer === null ? ["webhook"] : ["email", "webhook"];
  await db.$executeRaw`
    INSERT INTO "Notification" ("userId", channel, key, "projectId", kind, title, path, "dueAt", "createdAt")
    SELECT setting."userId", channels.channel, ${key}, project.id, ${kind}, ${title.trim().slice(0, MAX_TITLE).toWellFormed()}, ${path},
      GREATEST(${dueAt}::timestamptz, (
        SELECT max(sent."claimedAt") FROM "Notification" sent
        WHERE sent."userId" = setting."userId" AND sent.channel = channels.channel AND sent."projectId" = project.id
          AND sent.kind = ${kind} AND sent."claimedAt" > ${earlier}::timestamptz
      ) + ${REPEAT_MS} * interval '1 millisecond'), ${at}::timestamptz
    FROM "Project" project
    JOIN "Membership" membership ON membership."organizationId" = project."organizationId"
    JOIN "NotificationSetting" setting ON setting."userId" = membership."userId",
      unnest(${channels}::text[]) AS channels(channel)
    WHERE project.id = ${projectId}
      AND ${kind} = ANY(CASE channels.channel WHEN 'email' THEN setting.email ELSE setting.webhook END)
    ON CONFLICT DO NOTHING`;
}
