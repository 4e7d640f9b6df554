import type { Prisma } from "@docsteward/db/client";
import { forgetOldTurns } from "@docsteward/db/job-turns";
import { dropEventWeeks, emptyChunkSlot, makeEventWeeks } from "@docsteward/db/partitions";
import { purgeStreams } from "./answer-stream/store.ts";
import type { SystemContext } from "./context.ts";
import { deleteUnusedCredentials } from "./repository-credential.ts";
import { stopLostTurns } from "./thread/turn.ts";

const DAY_MS = 86_400_000;
const LONGEST_MONTH_MS = 31 * DAY_MS;
const KEY_USE_DAYS = 62;
/** Where keys were used from is shown for 30 days, and kept no longer. */
const KEY_NETWORK_DAYS = 30;
/** Their list shows 30 days. */
const DEPRECATED_CALL_DAYS = 90;
/** GitHub's number of a comment is needed as long as GitHub may send it again. */
const MENTION_DAYS = 30;
const EVAL_RUN_DAYS = 400;
/** Runs of automations that did nothing. */
const IDLE_RUN_DAYS = 90;

/** Rows of one statement: a backlog of years holds no lock for long, and fills no memory. */
const BATCH = 5_000;
/** The same for rows that take others with them. */
const WIDE_BATCH = 200;

/** Deletes batch by batch until one is not full. @returns how many */
async function deleteInBatches(
  deleteSome: (limit: number) => PromiseLike<number | { count: number }>,
  batch = BATCH,
): Promise<number> {
  for (let total = 0; ; ) {
    const deleted = await deleteSome(batch);
    const count = typeof deleted === "number" ? deleted : deleted.count;
    total += count;
    if (count < batch) return total;
  }
}

/**
 * Deletes what is no longer needed: old events and threads, kept answers, spent idempotency keys and limit windows. Any process may run it, at any time.
 */
export async function purgeExpired(ctx: SystemContext): Promise<void> {
  const { db, clock, log } = ctx;
  const nowMs = clock.now().getTime();
  const yesterday = new Date(nowMs - DAY_MS);
  const lastMonth = new Date(nowMs - LONGEST_MONTH_MS);
  const { events, eventWeeks } = await deleteOldEvents(ctx);
  const threads = await deleteOldThreads(ctx);
  await stopLostTurns(ctx);
  await deleteOldAnalytics(ctx);
  const streams = await purgeStreams(ctx);
  await emptyChunkSlot(db);
  const deliveries = await deleteOldDeliveries(ctx);
  await deleteOldGitHubEvents(ctx);
  await db.notification.deleteMany({ where: { createdAt: { lt: lastMonth } } });
  await deleteOldSignIns(ctx);
  await deleteOldGrants(ctx);
  await deleteUnusedCredentials(ctx);
  await forgetOldTurns(db);
  const jobs = await deleteOldJobs(ctx);
  const auditEvents = await deleteOldAuditEvents(ctx);
  const before = (days: number) => new Date(nowMs - days * DAY_MS);
  const idempotencyKeys = await deleteInBatches((limit) =>
    db.idempotencyKey.deleteMany({ where: { createdAt: { lt: yesterday } }, limit }),
  );
  // Slack's signatures end after five minutes.
  await deleteInBatches((limit) => db.slackRequest.deleteMany({ where: { receivedAt: { lt: yesterday } }, limit }));
  await deleteInBatches((limit) => db.keyUse.deleteMany({ where: { hour: { lt: before(KEY_USE_DAYS) } }, limit }));
  await deleteInBatches((limit) =>
    db.keyNetwork.deleteMany({ where: { lastUsedAt: { lt: before(KEY_NETWORK_DAYS) } }, limit }),
  );
  await deleteInBatches((limit) =>
    db.deprecatedCall.deleteMany({ where: { day: { lt: before(DEPRECATED_CALL_DAYS) } }, limit }),
  );
  await deleteInBatches((limit) =>
    db.gitHubMention.deleteMany({ where: { answeredAt: { lt: before(MENTION_DAYS) } }, limit }),
  );
  await deleteInBatches((limit) =>
    db.evalRun.deleteMany({ where: { createdAt: { lt: before(EVAL_RUN_DAYS) } }, limit }),
  );
  // Those that acted say what their pull requests were about.
  const idle = { state: { in: ["silent" as const, "failed" as const] }, createdAt: { lt: before(IDLE_RUN_DAYS) } };
  await deleteInBatches((limit) => db.automationRun.deleteMany({ where: idle, limit }));
  await deleteInBatches((limit) =>
    db.automationReport.deleteMany({ where: { updatedAt: { lt: before(IDLE_RUN_DAYS) } }, limit }),
  );
  await deleteInBatches((limit) =>
    db.automationFileChange.deleteMany({ where: { createdAt: { lt: before(IDLE_RUN_DAYS) } }, limit }),
  );
  // As long as their uses: those tell what the playground has asked.
  await db.apiKey.deleteMany({
    where: { isPlayground: true, expiresAt: { lt: new Date(nowMs - KEY_USE_DAYS * DAY_MS) } },
  });
  await db.setting.deleteMany({ where: { key: { startsWith: "turn:" }, value: { lt: yesterday.toISOString() } } });
  const isSpent = {
    OR: [
      { windowStart: { lt: lastMonth } },
      { windowStart: { lt: yesterday }, NOT: { key: { startsWith: "key-month:" } } },
    ],
  };
  const limitCounters = await deleteInBatches((limit) => db.limitCounter.deleteMany({ where: isSpent, limit }));
  log.info(
    { events, eventWeeks, threads, streams, deliveries, jobs, auditEvents, idempotencyKeys, limitCounters },
    "expired data purged",
  );
}

/**
 * Deletes events of jobs that have ended. A week of events goes as a whole when its last day is older than the retention, or one by one
 * when a job is active that has some there. A project that keeps them for less time loses each on its day.
 *
 * @returns how many were deleted one by one, and the parts of the table that went as a whole
 */
export async function deleteOldEvents({
  db,
  clock,
  eventRetentionDays,
}: SystemContext): Promise<{ events: number; eventWeeks: string[] }> {
  const nowMs = clock.now().getTime();
  const before = (days: number) => new Date(nowMs - days * DAY_MS);
  const { dropped, mixed } = await dropEventWeeks(db, before(eventRetentionDays));
  await makeEventWeeks(db, clock.now());
  let events = 0;
  for (const part of mixed) {
    events += await deleteInBatches((limit) =>
      db.$executeRawUnsafe(
        `DELETE FROM "${part}" WHERE ctid = ANY(ARRAY(
          SELECT event.ctid FROM "${part}" event JOIN "Job" job ON job.id = event."jobId"
          WHERE job.status <> 'active' AND event."createdAt" < $1::timestamptz LIMIT $2::int))`,
        before(eventRetentionDays),
        limit,
      ),
    );
  }
  const shorter = await db.project.findMany({ where: { eventRetentionDays: { lt: eventRetentionDays } } });
  for (const { id, eventRetentionDays: own } of shorter) {
    const until = before(own ?? eventRetentionDays);
    // By their keys: parts of the table may share a place in it (`ctid`).
    events += await deleteInBatches(
      (limit) => db.$executeRaw`
        DELETE FROM "JobEvent" event USING (
          SELECT event."jobId", event.seq FROM "JobEvent" event JOIN "Job" job ON job.id = event."jobId"
          WHERE job."projectId" = ${id} AND job.status <> 'active' AND event."createdAt" < ${until}::timestamptz
          LIMIT ${limit}::int) old
        WHERE event."jobId" = old."jobId" AND event.seq = old.seq AND event."createdAt" < ${until}::timestamptz`,
    );
  }
  return { events, eventWeeks: dropped };
}

/** Deletes threads whose last question is older than the retention, with all their turns. @returns how many threads */
export async function deleteOldThreads({ db, clock, threadRetentionDays }: SystemContext): Promise<number> {
  const nowMs = clock.now().getTime();
  const isOld = (days: number) => ({ updatedAt: { lt: new Date(nowMs - days * DAY_MS) } });
  const remove = (where: Prisma.ThreadWhereInput) =>
    deleteInBatches((limit) => db.thread.deleteMany({ where, limit }), WIDE_BATCH);
  let count = await remove(isOld(threadRetentionDays));
  const shorter = await db.project.findMany({ where: { threadRetentionDays: { lt: threadRetentionDays } } });
  for (const { id: projectId, threadRetentionDays: own } of shorter) {
    count += await remove({ projectId, ...isOld(own ?? threadRetentionDays) });
  }
  return count;
}

/** Pages show a year and the one before; older days are counted again if somebody asks. */
const USAGE_DAYS = 800;

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
  await db.usageDay.deleteMany({ where: { day: { lt: new Date(nowMs - USAGE_DAYS * DAY_MS) } } });
  await db.topic.deleteMany({ where: { turns: { none: {} } } });
}

/** Deletes deliveries older than the retention of events that have come to an end. @returns how many */
export async function deleteOldDeliveries({ db, clock, eventRetentionDays }: SystemContext): Promise<number> {
  const nowMs = clock.now().getTime();
  const isOld = (days: number) =>
    ({ state: { not: "pending" }, createdAt: { lt: new Date(nowMs - days * DAY_MS) } }) as const;
  const remove = (where: Prisma.WebhookDeliveryWhereInput) =>
    deleteInBatches((limit) => db.webhookDelivery.deleteMany({ where, limit }), WIDE_BATCH);
  let count = await remove(isOld(eventRetentionDays));
  const shorter = await db.project.findMany({ where: { eventRetentionDays: { lt: eventRetentionDays } } });
  for (const { id: projectId, eventRetentionDays: own } of shorter) {
    count += await remove({ endpoint: { projectId }, ...isOld(own ?? eventRetentionDays) });
  }
  return count;
}

/**
 * Deletes jobs that ended long ago, with their messages, journals and events, where the installation sets a time. One whose pull
 * request is open stays: it can be continued.
 *
 * @returns how many
 */
export async function deleteOldJobs({ db, clock, jobRetentionDays }: SystemContext): Promise<number> {
  if (jobRetentionDays == null) return 0;
  const before = new Date(clock.now().getTime() - jobRetentionDays * DAY_MS);
  return deleteInBatches(
    (limit) => db.$executeRaw`
      -- Asked of the row itself, too: a job that a person continues meanwhile is active when its lock comes.
      DELETE FROM "Job" WHERE status <> 'active' AND id IN (
        SELECT job.id FROM "Job" job
        WHERE job.status <> 'active' AND job."endedAt" < ${before}::timestamptz AND NOT EXISTS (
          SELECT 1 FROM "PullRequest" pull WHERE pull."jobId" = job.id AND pull.state = 'open')
        LIMIT ${limit}::int)`,
    WIDE_BATCH,
  );
}

/** Deletes old entries of audit logs, where the installation sets a time. @returns how many */
export async function deleteOldAuditEvents({ db, clock, auditRetentionDays }: SystemContext): Promise<number> {
  if (auditRetentionDays == null) return 0;
  const where = { createdAt: { lt: new Date(clock.now().getTime() - auditRetentionDays * DAY_MS) } };
  return deleteInBatches((limit) => db.auditEvent.deleteMany({ where, limit }));
}

const WEEK_MS = 7 * 86_400_000;

/** Forgets events of GitHub after a week: it sends none again that is older than three days. @returns how many */
export async function deleteOldGitHubEvents({ db, clock }: SystemContext): Promise<number> {
  const before = new Date(clock.now().getTime() - WEEK_MS);
  return deleteInBatches((limit) => db.gitHubDelivery.deleteMany({ where: { receivedAt: { lt: before } }, limit }));
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

/**
 * Deletes programs whose sign-in has ended, tokens that have, and consents of before yesterday: until then, a code that comes again ends
 * the grant that it gave.
 */
async function deleteOldGrants({ db, clock }: SystemContext): Promise<void> {
  const now = clock.now();
  const isOver = { expiresAt: { lt: now } };
  await deleteInBatches((limit) => db.oAuthGrant.deleteMany({ where: isOver, limit }), WIDE_BATCH);
  await deleteInBatches((limit) => db.oAuthToken.deleteMany({ where: isOver, limit }));
  const createdAt = { lt: new Date(now.getTime() - DAY_MS) };
  await deleteInBatches((limit) => db.oAuthRequest.deleteMany({ where: { createdAt }, limit }));
}
