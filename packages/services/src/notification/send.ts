import { createHash } from "node:crypto";
import { type Notification, type NotificationSetting, type Sql, sql } from "@docsteward/db/client";
import { inProject, inTransaction, type ProjectWithOrganization, type SystemContext } from "../context.ts";
import { listNeeds } from "../needs.ts";
import { countWeek } from "../overview.ts";
import { postSigned } from "../webhook/post-signed.ts";
import { escapeSlack } from "../webhook/slack-message.ts";
import { type ComposedEvent, composeDigest, composeEvents, type Message, type ProjectWeek } from "./compose.ts";
import { MailError } from "./mailer.ts";
import { kindsOf, type NotificationKind, personalSecret, unsubscribeUrl } from "./settings.ts";

/** Messages of one round by each channel; the next round takes the others. */
const MAX_MESSAGES = 100;
/** Messages that a worker sends at the same time by each channel: servers that do not answer hold up neither the others nor other channels. */
const SENDERS = 5;

/**
 * Sends what is due, one message for each person and channel. A row is claimed before it is sent, and a claimed row is sent again
 * only when it is known that nothing arrived: a worker that is killed meanwhile loses a message rather than repeating it.
 *
 * @returns how many messages were tried
 */
export async function sendDueNotifications(ctx: SystemContext): Promise<number> {
  await endLostClaims(ctx);
  const channels = ctx.mailer === null ? ["webhook"] : ["email", "webhook"];
  const results = await Promise.allSettled(channels.map((channel) => sendByChannel(ctx, channel)));
  const failed = results.find((result) => result.status === "rejected");
  if (failed) throw failed.reason;
  return results.reduce((sum, result) => sum + (result.status === "fulfilled" ? result.value : 0), 0);
}

async function sendByChannel(ctx: SystemContext, channel: string): Promise<number> {
  let sent = 0;
  let claiming: Promise<unknown> = Promise.resolve();
  // One after another: claims wait for each other in the database, too, and would hold connections meanwhile.
  const claim = () => {
    const claimed = claiming.then(() => (sent < MAX_MESSAGES ? claimMessage(ctx, channel) : []));
    claiming = claimed.then(
      (rows) => {
        if (rows.length > 0) sent += 1;
      },
      () => undefined,
    );
    return claimed;
  };
  const send = async () => {
    for (let rows = await claim(); ; rows = await claim()) {
      const [first] = rows;
      if (first === undefined) return;
      await sendMessage(ctx, { userId: first.userId, channel, rows });
    }
  };
  const results = await Promise.allSettled(Array.from({ length: SENDERS }, send));
  const failed = results.find((result) => result.status === "rejected");
  if (failed) throw failed.reason;
  return sent;
}

const LOST_MS = 10 * 60_000;

async function endLostClaims({ db, clock }: SystemContext): Promise<void> {
  await db.notification.updateMany({
    where: { state: "sending", claimedAt: { lt: new Date(clock.now().getTime() - LOST_MS) } },
    data: { state: "failed", error: "The worker stopped while it sent this message. It isn't sent again." },
  });
}

/** Most rows of one message. */
const MAX_ROWS = 1_000;

/** Takes all that waits for one person by a channel; a digest is a message of its own. Of several workers one gets it. */
function claimMessage(ctx: SystemContext, channel: string): Promise<Notification[]> {
  const now = ctx.clock.now();
  return inTransaction(ctx, async ({ db }) => {
    // Rows are locked one by one: of two workers at the same time, each could get some of a person's, and send a mail of its own.
    await db.$queryRaw`SELECT pg_advisory_xact_lock(hashtext(${`notification:${channel}`}))::text`;
    return db.$queryRaw<Notification[]>`
    UPDATE "Notification" row
    SET state = 'sending', "claimedAt" = ${now}::timestamptz, "attemptCount" = row."attemptCount" + 1
    FROM (
      SELECT mine."userId", mine.channel, mine.key FROM "Notification" mine
      JOIN (
        SELECT "userId", channel, kind = 'digest' AS "isDigest" FROM "Notification"
        WHERE state = 'pending' AND "dueAt" <= ${now}::timestamptz AND channel = ${channel}
        ORDER BY "dueAt", "userId", channel LIMIT 1
      ) next ON next."userId" = mine."userId" AND next.channel = mine.channel AND next."isDigest" = (mine.kind = 'digest')
      WHERE mine.state = 'pending' AND (mine."dueAt" <= ${now}::timestamptz OR mine."attemptCount" = 0)
      ORDER BY mine."createdAt", mine.key LIMIT ${MAX_ROWS} FOR UPDATE OF mine SKIP LOCKED
    ) taken
    WHERE row."userId" = taken."userId" AND row.channel = taken.channel AND row.key = taken.key
    RETURNING row.*`;
  });
}

type Claimed = { userId: string; channel: string; rows: readonly Notification[] };

async function sendMessage(ctx: SystemContext, claimed: Claimed): Promise<void> {
  const { userId, channel } = claimed;
  const user = await ctx.db.user.findUnique({ where: { id: userId }, include: { notificationSetting: true } });
  const setting = user?.notificationSetting ?? null;
  const wanted = kindsOf(channel === "email" ? setting?.email : setting?.webhook);
  const content = await compose(ctx, { ...claimed, wanted });
  const { rows } = content;
  const unwanted = claimed.rows.filter((row) => !rows.includes(row));
  await endRows(ctx, { ...claimed, rows: unwanted }, sql`state = 'dropped'`);
  if (user === null || setting === null || rows.length === 0 || content.message === null) {
    return endRows(ctx, { ...claimed, rows }, sql`state = 'dropped'`);
  }
  const id = createHash("sha256")
    .update(JSON.stringify([userId, channel, rows.map(({ key }) => key).sort()]))
    .digest("hex")
    .slice(0, 32);
  const failure =
    channel === "email"
      ? await mail(ctx, { id, to: user.email, ...content.message, unsubscribeUrl: content.unsubscribeUrl })
      : await post(ctx, { id, setting, text: content.message.subject, data: content.data, type: content.type });
  if (failure === null) return endRows(ctx, { ...claimed, rows }, sql`state = 'sent', error = NULL`);
  ctx.log.warn({ userId, channel, count: rows.length, error: failure.sentence }, "notification was not sent");
  // What joined a message on its last attempt has attempts of its own left.
  for (const [attempts, tried] of Map.groupBy(rows, ({ attemptCount }) => attemptCount)) {
    const delayMs = failure.isFinal ? undefined : RETRY_DELAYS_MS[attempts - 1];
    const at = new Date(ctx.clock.now().getTime() + (delayMs ?? 0));
    const next = delayMs === undefined ? sql`state = 'failed'` : sql`state = 'pending', "dueAt" = ${at}::timestamptz`;
    await endRows(ctx, { ...claimed, rows: tried }, sql`${next}, error = ${failure.sentence}`);
  }
}

const MINUTE = 60_000;
/** The delays before the second attempt, the third, and so on. */
export const RETRY_DELAYS_MS = [MINUTE, 5 * MINUTE, 30 * MINUTE, 120 * MINUTE, 360 * MINUTE] as const;

async function endRows({ db }: SystemContext, { userId, channel, rows }: Claimed, change: Sql): Promise<void> {
  if (rows.length === 0) return;
  await db.$executeRaw`
    UPDATE "Notification" SET ${change}
    WHERE "userId" = ${userId} AND channel = ${channel} AND key = ANY(${rows.map(({ key }) => key)}::text[])
      AND state = 'sending'`;
}

type Content = {
  /** The rows that the message is about: those that the person wants, of projects that they may see now. */
  rows: readonly Notification[];
  message: Message | null;
  type: string;
  data: object;
  unsubscribeUrl: string;
};

async function compose(
  ctx: SystemContext,
  { userId, rows, wanted }: Claimed & { wanted: readonly NotificationKind[] },
): Promise<Content> {
  const kept = rows.filter(({ kind }) => wanted.some((name) => name === kind));
  const kinds = wanted.filter((name) => kept.some(({ kind }) => kind === name));
  const links = {
    settingsUrl: `${ctx.baseUrl}/account/notifications`,
    unsubscribeUrl: unsubscribeUrl(ctx, { userId, kinds }),
  };
  const visible = await ctx.db.project.findMany({
    where: {
      organization: { memberships: { some: { userId } } },
      ...(kinds.includes("digest") ? {} : { id: { in: kept.flatMap(({ projectId }) => projectId ?? []) } }),
    },
    include: { organization: true },
    orderBy: { createdAt: "asc" },
    take: MAX_ROWS,
  });
  if (kinds.includes("digest")) {
    const weeks = await readWeeks(ctx, visible);
    const message = weeks.length === 0 ? null : composeDigest(weeks, links);
    return { rows: kept, message, type: "notification.digest", data: { projects: weeks }, ...links };
  }
  const events = kept.flatMap((row): { row: Notification; event: ComposedEvent }[] => {
    const project = visible.find(({ id }) => id === row.projectId);
    const kind = kinds.find((name) => name === row.kind);
    if (project === undefined || kind === undefined) return [];
    const url = `${projectUrl(ctx, project)}/${row.path}`;
    return [{ row, event: { kind, title: row.title, project: project.name, url } }];
  });
  return {
    rows: events.map(({ row }) => row),
    message:
      events.length === 0
        ? null
        : composeEvents(
            events.map(({ event }) => event),
            links,
          ),
    type: "notification",
    data: { notifications: events.map(({ event }) => event) },
    ...links,
  };
}

function projectUrl({ baseUrl }: SystemContext, { organization, domain }: ProjectWithOrganization): string {
  return `${baseUrl}/${organization.slug}/${domain}`;
}

/** Projects of one digest, the oldest first. */
const MAX_PROJECTS = 20;

/** The last seven days of projects where something happened or waits. */
async function readWeeks(ctx: SystemContext, projects: readonly ProjectWithOrganization[]): Promise<ProjectWeek[]> {
  const weeks: ProjectWeek[] = [];
  for (const project of projects) {
    if (weeks.length >= MAX_PROJECTS) break;
    const there = inProject(ctx, project);
    const [days, { needs }] = await Promise.all([countWeek(there), listNeeds(there)]);
    const sum = (figure: (day: (typeof days)[number]) => number) => days.reduce((all, day) => all + figure(day), 0);
    const jobs = {
      completed: sum((day) => day.jobs.completed + day.jobs.unchanged),
      failed: sum((day) => day.jobs.failed),
    };
    const questions = {
      answered: sum((day) => day.questions.answered),
      unanswered: sum((day) => day.questions.unanswered),
    };
    const hasHappened = jobs.completed + jobs.failed + questions.answered + questions.unanswered > 0;
    if (!hasHappened && needs.length === 0) continue;
    const url = projectUrl(ctx, project);
    const links = needs.map(({ title, path }) => ({ title, url: `${url}/${path}` }));
    weeks.push({ project: project.name, url, jobs, questions, needs: links });
  }
  return weeks;
}

/** Why a message was not sent; `isFinal` when it must not be sent again. */
type Failure = { sentence: string; isFinal: boolean };

async function mail({ mailer }: SystemContext, message: Parameters<NonNullable<SystemContext["mailer"]>["send"]>[0]) {
  try {
    await mailer?.send(message);
    return null;
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    return { sentence: error.message, isFinal: error.isFinal } satisfies Failure;
  }
}

type Post = { id: string; setting: NotificationSetting; text: string; data: object; type: string };

/** Calls a person's webhook. `text` is one line, which chat services show: what people and models wrote makes no links and mentions there. */
export async function post(ctx: SystemContext, { id, setting, text, data, type }: Post): Promise<Failure | null> {
  const secret = personalSecret(ctx, setting);
  if (setting.webhookUrl === null || secret === null) {
    return { sentence: "The webhook has no URL.", isFinal: true };
  }
  const body = JSON.stringify({ type, timestamp: ctx.clock.now().toISOString(), text: escapeSlack(text), data });
  const { error } = await postSigned(ctx, { id: `msg_${id}`, url: setting.webhookUrl, body, secrets: [secret] });
  return error === null ? null : { sentence: error, isFinal: false };
}
