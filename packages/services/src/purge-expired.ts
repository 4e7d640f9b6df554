import { forgetOldTurns } from "@docsteward/db/job-turns";
import { purgeStreams } from "./answer-stream/store.ts";
import type { SystemContext } from "./context.ts";
import { stopLostTurns } from "./thread/turn.ts";

const DAY_MS = 86_400_000;
const LONGEST_MONTH_MS = 31 * DAY_MS;
const KEY_USE_DAYS = 62;

/**
 * Deletes what is no longer needed: old events and threads, kept answers, spent idempotency keys and limit windows. Any process may run it, at any time.
 */
export async function purgeExpired(ctx: SystemContext): Promise<void> {
  const { db, clock, log } = ctx;
  const nowMs = clock.now().getTime();
  const yesterday = new Date(nowMs - DAY_MS);
  const lastMonth = new Date(nowMs - LONGEST_MONTH_MS);
  const events = await deleteOldEvents(ctx);
  const threads = await deleteOldThreads(ctx);
  await stopLostTurns(ctx);
  await deleteOldAnalytics(ctx);
  const streams = await purgeStreams(ctx);
  const deliveries = await deleteOldDeliveries(ctx);
  await deleteOldGitHubEvents(ctx);
  await db.notification.deleteMany({ where: { createdAt: { lt: lastMonth } } });
  await deleteOldSignIns(ctx);
  await forgetOldTurns(db);
  const keys = await db.idempotencyKey.deleteMany({ where: { createdAt: { lt: yesterday } } });
  await db.keyUse.deleteMany({ where: { hour: { lt: new Date(nowMs - KEY_USE_DAYS * DAY_MS) } } });
  // As long as their uses: those tell what the playground has asked.
  await db.apiKey.deleteMany({
    where: { isPlayground: true, expiresAt: { lt: new Date(nowMs - KEY_USE_DAYS * DAY_MS) } },
  });
  await db.setting.deleteMany({ where: { key: { startsWith: "turn:" }, value: { lt: yesterday.toISOString() } } });
  const counters = await db.limitCounter.deleteMany({
    where: {
      OR: [
        { windowStart: { lt: lastMonth } },
        { windowStart: { lt: yesterday }, NOT: { key: { startsWith: "key-month:" } } },
      ],
    },
  });
  log.info(
    { events, threads, streams, deliveries, idempotencyKeys: keys.count, limitCounters: counters.count },
    "expired data purged",
  );
}

/** Deletes events older than the retention, of jobs that have ended. @returns how many */
export async function deleteOldEvents({ db, clock, eventRetentionDays }: SystemContext): Promise<number> {
  const nowMs = clock.now().getTime();
  const before = (days: number) => new Date(nowMs - days * DAY_MS);
  let count = await db.$executeRaw`
    DELETE FROM "JobEvent" event USING "Job" job
    WHERE job.id = event."jobId" AND job.status <> 'active' AND event."createdAt" < ${before(eventRetentionDays)}::timestamptz`;
  const shorter = await db.project.findMany({ where: { eventRetentionDays: { lt: eventRetentionDays } } });
  for (const { id, eventRetentionDays: own } of shorter) {
    count += await db.$executeRaw`
      DELETE FROM "JobEvent" event USING "Job" job
      WHERE job.id = event."jobId" AND job."projectId" = ${id} AND job.status <> 'active'
        AND event."createdAt" < ${before(own ?? eventRetentionDays)}::timestamptz`;
  }
  return count;
}

/** Deletes threads whose last question is older than the retention, with all their turns. @returns how many threads */
export async function deleteOldThreads({ db, clock, threadRetentionDays }: SystemContext): Promise<number> {
  const nowMs = clock.now().getTime();
  const isOld = (days: number) => ({ updatedAt: { lt: new Date(nowMs - days * DAY_MS) } });
  let { count } = await db.thread.deleteMany({ where: isOld(threadRetentionDays) });
  const shorter = await db.project.findMany({ where: { threadRetentionDays: { lt: threadRetentionDays } } });
  for (const { id: projectId, threadRetentionDays: own } of shorter) {
    count += (await db.thread.deleteMany({ where: { projectId, ...isOld(own ?? threadRetentionDays) } })).count;
  }
  return count;
}

/** Deletes the counts of days that are older than the retention of conversations, and topics without questions. */
export async function deleteOldAnalytics({ db, clock, threadRetentionDays }: SystemContext): Promise<void> {
  const nowMs = clock.now().getTime();
  const own = await db.project.findMany({ where: { threadRetentionDays: { lt: threadRetentionDays } } });
  const scopes = [
    { where: {}, days: threadRetentionDays },
    ...own.map(({ id, threadRetentionDays: days }) => ({
      where: { projectId: id },
      days: days ?? threadRetentionDays,
    })),
  ];
  for (const { where, days } of scopes) {
    const isOld = { ...where, day: { lt: new Date(nowMs - days * DAY_MS) } };
    await db.assistantDay.deleteMany({ where: isOld });
    await db.citedPageDay.deleteMany({ where: isOld });
    await db.searchDay.deleteMany({ where: isOld });
    await db.searchClickDay.deleteMany({ where: isOld });
  }
  await db.topic.deleteMany({ where: { turns: { none: {} } } });
}

/** Deletes deliveries older than the retention of events that have come to an end. @returns how many */
export async function deleteOldDeliveries({ db, clock, eventRetentionDays }: SystemContext): Promise<number> {
  const nowMs = clock.now().getTime();
  const isOld = (days: number) =>
    ({ state: { not: "pending" }, createdAt: { lt: new Date(nowMs - days * DAY_MS) } }) as const;
  let { count } = await db.webhookDelivery.deleteMany({ where: isOld(eventRetentionDays) });
  const shorter = await db.project.findMany({ where: { eventRetentionDays: { lt: eventRetentionDays } } });
  for (const { id: projectId, eventRetentionDays: own } of shorter) {
    const where = { endpoint: { projectId }, ...isOld(own ?? eventRetentionDays) };
    count += (await db.webhookDelivery.deleteMany({ where })).count;
  }
  return count;
}

const WEEK_MS = 7 * 86_400_000;

/** Forgets events of GitHub after a week: it sends none again that is older than three days. @returns how many */
export async function deleteOldGitHubEvents({ db, clock }: SystemContext): Promise<number> {
  const before = new Date(clock.now().getTime() - WEEK_MS);
  const { count } = await db.gitHubDelivery.deleteMany({ where: { receivedAt: { lt: before } } });
  return count;
}

const INVITATION_DAYS = 90;

/**
 * Deletes expired sessions, pending sign-ins and links, invitations that can no longer be accepted, and the names at
 * GitHub of people who have no account here.
 */
async function deleteOldSignIns({ db, clock }: SystemContext): Promise<void> {
  const now = clock.now();
  const isOver = { expiresAt: { lt: now } };
  await db.userSession.deleteMany({ where: isOver });
  await db.signInVerification.deleteMany({ where: isOver });
  await db.signInLink.deleteMany({ where: isOver });
  const longAgo = new Date(now.getTime() - INVITATION_DAYS * DAY_MS);
  await db.invitation.deleteMany({ where: { expiresAt: { lt: longAgo } } });
  const dayAgo = new Date(now.getTime() - DAY_MS);
  await db.$executeRaw`
    DELETE FROM "GitHubPerson" person WHERE person."seenAt" < ${dayAgo}::timestamptz AND NOT EXISTS (
      SELECT 1 FROM "UserAccount" account WHERE account."providerId" = 'github' AND account."accountId" = person.id
    )`;
}
