// Long because each rule of what is sent, when and to whom needs a mail server, a clock and a line of mail.
import { fork } from "node:child_process";
import { once } from "node:events";
import { parseInput } from "@docsteward/contract/input-schema";
import { fixedClock, systemClock } from "@docsteward/platform/clock";
import { expect } from "vitest";
import type { PersonContext, ProjectContext } from "../context.ts";
import { cancelJob, handleDeadLetter } from "../job/stop.ts";
import { requestIndex } from "../site/index-request.ts";
import { claimIndex, failIndex } from "../site/index-run.ts";
import { seedSite } from "../site/testing-site.ts";
import { seedJob, seedMember, seedProject } from "../testing.ts";
import { servicesTest } from "../testing-fixtures.ts";
import { startReceiver } from "../webhook/testing-receiver.ts";
import { openMailer } from "./mailer.ts";
import { BATCH_MS, REPEAT_MS, recordNotification } from "./record.ts";
import { recordDueNotifications } from "./schedule.ts";
import { RETRY_DELAYS_MS, sendDueNotifications } from "./send.ts";
import { sendTestNotification } from "./send-test.ts";
import {
  getNotificationSettings,
  SaveNotificationSettings,
  saveNotificationSettings,
  unsubscribe,
} from "./settings.ts";
import { startMailServer } from "./testing-mail-server.ts";

const test = servicesTest({ webhooks: { allowedNetworks: ["127.0.0.0/8"] } })
  /** A project with a mail server, a member of its organization, and a clock that the test moves. */
  .extend(
    "makeWorld",
    { scope: "file" },
    ({ services }) =>
      async (settings: Partial<SaveNotificationSettings> = {}, start = systemClock.now()) => {
        const server = await startMailServer();
        // Rows of other tests are not this one's to send.
        await services.db.notification.deleteMany();
        const clock = fixedClock(start);
        const mailer = openMailer({ SMTP_URL: server.url, SMTP_FROM: "Docsteward <docs@example.com>" });
        const ctx: ProjectContext = { ...(await seedProject(services)), clock, mailer };
        const user = await seedMember(ctx, { organizationId: ctx.organization.id });
        const person: PersonContext = { ...ctx, actor: { kind: "user", userId: user.id, name: user.name } };
        await saveNotificationSettings(person, { ...OFF, ...settings });
        return {
          ...{ server, ctx, person, user, clock },
          sendAfter(ms: number) {
            clock.advance(ms);
            return sendDueNotifications(ctx);
          },
          [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
        };
      },
  );

const OFF = { email: [], webhook: [], webhookUrl: null, timeZone: null };

const failed = (ctx: ProjectContext, name: string) =>
  recordNotification(ctx, {
    ...{ projectId: ctx.project.id, kind: "job", key: `job:${name}:1` },
    ...{ title: `${name} failed`, path: `jobs/${name}` },
  });

const linkIn = (content: string) => /token=([\w.-]+)/.exec(content)?.[1] ?? "";

test("jobs that fail together are one mail, with a link to each and one that stops it", async ({ makeWorld }) => {
  await using world = await makeWorld({ email: ["job"] });
  const { ctx, server, user, person } = world;
  for (const name of ["one", "two", "three"]) await failed(ctx, name);
  await failed(ctx, "one");

  expect(await world.sendAfter(0)).toBe(0);
  await world.sendAfter(BATCH_MS);
  await world.sendAfter(BATCH_MS);

  expect(server.received.map(({ to }) => to)).toEqual([[user.email]]);
  const content = server.received[0]?.content ?? "";
  expect(content).toContain(`Subject: [${ctx.project.name}] 3 jobs failed`);
  for (const name of ["one", "two", "three"]) {
    expect(content).toContain(`${ctx.baseUrl}/${ctx.organization.slug}/${ctx.project.domain}/jobs/${name}`);
  }
  expect(content).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
  await unsubscribe(ctx, { token: linkIn(content) });
  await unsubscribe(ctx, { token: linkIn(content) });
  expect((await getNotificationSettings(person)).email).toEqual([]);
});

test("a job that fails each minute is a mail each quarter of an hour, and another kind of event does not wait for it", async ({
  makeWorld,
}) => {
  await using world = await makeWorld({ email: ["job", "review"] });
  const { ctx, server } = world;
  await failed(ctx, "first");
  await world.sendAfter(BATCH_MS);
  const minutes = REPEAT_MS / 60_000;

  for (let minute = 1; minute < minutes; minute += 1) {
    await failed(ctx, `again-${minute}`);
    await world.sendAfter(60_000);
  }
  const meanwhile = server.received.length;
  await world.sendAfter(60_000);

  expect(meanwhile).toBe(1);
  expect(server.received).toHaveLength(2);
  expect(server.received[1]?.content).toContain(`${minutes - 1} jobs failed`);
  await recordNotification(ctx, {
    ...{ projectId: ctx.project.id, kind: "review", key: "review:x:1", title: "#1 Theirs", path: "jobs/x" },
  });
  await world.sendAfter(BATCH_MS);
  expect(server.received[2]?.content).toContain("Pull request to review");
});

test("a failed job is announced to those who want it, and a cancelled one is not", async ({ makeWorld }) => {
  await using world = await makeWorld({ email: ["job"] });
  const { ctx, server } = world;
  const [lost, cancelled] = [await seedJob(ctx), await seedJob(ctx)];

  await handleDeadLetter(ctx, { id: lost.id });
  await cancelJob(ctx, { id: cancelled.id });
  await world.sendAfter(BATCH_MS);

  expect(server.received).toHaveLength(1);
  expect(server.received[0]?.content).toContain(`/jobs/${lost.id}`);
  expect(server.received[0]?.content).not.toContain(cancelled.id);
});

test("names from outside reach a mail and a webhook as text, in one line", async ({ makeWorld }) => {
  await using receiver = await startReceiver();
  await using world = await makeWorld({ email: ["job"], webhook: ["job"], webhookUrl: receiver.url });
  const { ctx, server } = world;
  const title = `<img src=x>\r\nBcc: eve@example.com`;
  await recordNotification(ctx, { projectId: ctx.project.id, kind: "job", key: "job:x:1", title, path: "jobs/x" });

  await world.sendAfter(BATCH_MS);

  const content = server.received[0]?.content ?? "";
  expect(content).toContain("&lt;img src=x&gt;");
  expect(content).not.toContain("\nBcc:");
  expect(server.received[0]?.to).toHaveLength(1);
  expect(JSON.parse(receiver.received[0]?.body ?? "{}").text).toMatch(
    // Without marks that make a mention or a link in Slack.
    /^[^<>]+&lt;img src=x&gt; .*Bcc: eve@example\.com$/,
  );
});

test("a person who has left the organization is not notified", async ({ makeWorld }) => {
  await using world = await makeWorld({ email: ["job"] });
  const { ctx, server, user } = world;
  await failed(ctx, "one");
  await ctx.db.membership.deleteMany({ where: { userId: user.id } });

  await world.sendAfter(BATCH_MS);

  expect(server.received).toEqual([]);
  expect(await ctx.db.notification.findMany({ select: { state: true } })).toEqual([{ state: "dropped" }]);
});

test("another organization's members and kinds that are off are not notified", async ({ services, makeWorld }) => {
  await using world = await makeWorld({ email: ["review"] });
  const stranger = await seedProject(services);
  await failed(world.ctx, "one");
  await recordNotification(
    { ...stranger, mailer: world.ctx.mailer },
    { projectId: stranger.project.id, kind: "review", key: "review:x:1", title: "#1 Theirs", path: "jobs/x" },
  );

  expect(await world.ctx.db.notification.count()).toBe(0);
});

test("a mail that the server can't take now is sent later, once; a refused address is given up", async ({
  makeWorld,
}) => {
  await using world = await makeWorld({ email: ["job"] });
  const { ctx, server } = world;
  await failed(ctx, "one");
  server.refuse("address", 451);

  await world.sendAfter(BATCH_MS);
  await world.sendAfter(RETRY_DELAYS_MS[0] - 1);
  expect(server.received).toHaveLength(0);
  await world.sendAfter(1);
  expect(server.received).toHaveLength(1);

  await failed(ctx, "two");
  server.refuse("address", 550);
  await world.sendAfter(BATCH_MS);
  await world.sendAfter(RETRY_DELAYS_MS[4]);
  expect(server.received).toHaveLength(1);
  const [row] = await ctx.db.notification.findMany({ where: { state: "failed" } });
  expect(row?.error).toBe("The mail server refused the sender or the address (550).");
});

test("what joins a message on its last attempt is tried again when the message is given up", async ({ makeWorld }) => {
  await using world = await makeWorld({ email: ["job"] });
  const { ctx, server } = world;
  await failed(ctx, "old");
  for (const delayMs of [BATCH_MS, ...RETRY_DELAYS_MS.slice(0, -1)]) {
    server.refuse("address", 451);
    await world.sendAfter(delayMs);
  }
  await failed(ctx, "new");
  server.refuse("address", 451);
  await world.sendAfter(RETRY_DELAYS_MS[4]);
  expect(server.received).toEqual([]);

  await world.sendAfter(RETRY_DELAYS_MS[0]);

  expect(server.received).toHaveLength(1);
  expect(server.received[0]?.content).toContain("/jobs/new");
  expect(await ctx.db.notification.count({ where: { state: "failed", key: "job:old:1" } })).toBe(1);
});

test("a mail server that does not answer holds up neither other people's mail nor webhooks", async ({ makeWorld }) => {
  await using receiver = await startReceiver();
  await using world = await makeWorld({ email: ["job"], webhook: ["job"], webhookUrl: receiver.url });
  const { ctx, server, person } = world;
  const other = await seedMember(ctx, { organizationId: ctx.organization.id });
  const actor = { kind: "user", userId: other.id, name: other.name } as const;
  await saveNotificationSettings({ ...person, actor }, { ...OFF, email: ["job"] });
  await failed(ctx, "one");
  server.stall();

  const sending = world.sendAfter(BATCH_MS);

  await expect.poll(() => [server.received.length, receiver.received.length]).toEqual([2, 1]);
  expect(await ctx.db.notification.count({ where: { channel: "email", state: "sending" } })).toBe(2);
  await server[Symbol.asyncDispose]();
  expect(await sending).toBe(3);
});

test("two workers send each message once", async ({ makeWorld }) => {
  await using world = await makeWorld({ email: ["job"] });
  for (let index = 0; index < 20; index += 1) await failed(world.ctx, `job-${index}`);
  world.clock.advance(BATCH_MS);

  await Promise.all(Array.from({ length: 5 }, () => sendDueNotifications(world.ctx)));

  expect(world.server.received).toHaveLength(1);
});

test("a worker that is killed while it sends does not make another one send again", async ({ services, makeWorld }) => {
  await using world = await makeWorld({ email: ["job"] });
  const { ctx, server } = world;
  await failed(ctx, "one");
  await ctx.db.notification.updateMany({ data: { dueAt: new Date(0) } });
  server.stall();
  const worker = fork(new URL("testing-sender.ts", import.meta.url), [services.databaseUrl, server.url]);
  await expect.poll(() => server.received).toHaveLength(1);

  worker.kill("SIGKILL");
  await once(worker, "exit");
  await world.sendAfter(60 * 60_000);
  await world.sendAfter(60 * 60_000);

  expect(server.received).toHaveLength(1);
  expect(await ctx.db.notification.findMany({ select: { state: true } })).toEqual([{ state: "failed" }]);
});

test("a personal webhook gets the events signed, and a private address is refused", async ({ makeWorld }) => {
  await using receiver = await startReceiver();
  await using world = await makeWorld({ webhook: ["job"], webhookUrl: receiver.url });
  const { ctx, person, server } = world;
  const { webhookSecret } = await getNotificationSettings(person);
  await failed(ctx, "one");

  await world.sendAfter(BATCH_MS);

  expect(server.received).toEqual([]);
  const [call] = receiver.received;
  if (!call) throw new Error("Nothing was received.");
  expect(receiver.verify(webhookSecret ?? "", call)).toMatchObject({
    type: "notification",
    text: `[${ctx.project.name}] Job failed: one failed`,
    data: { notifications: [{ kind: "job", project: ctx.project.name }] },
  });
  const outside = { ...person, webhooks: { allowedNetworks: [] } };
  await expect(saveNotificationSettings(outside, { ...OFF, webhookUrl: "https://10.0.0.1/" })).rejects.toMatchObject({
    code: "invalid_request",
    message: expect.stringContaining("private network"),
  });
  await expect(saveNotificationSettings(person, { ...OFF, webhook: ["job"] })).rejects.toMatchObject({
    message: expect.stringContaining("needs a URL"),
  });
});

test("a budget is announced at 80 % and when it is used up, once each", async ({ makeWorld }) => {
  await using world = await makeWorld({ email: ["budget"] });
  const ctx = { ...world.ctx, budgets: { projectMicroUsd: 10_000_000, organizationMicroUsd: null } };
  const spend = (microUsd: number) => {
    const [scope, month] = [`project:${ctx.project.id}`, ctx.clock.now().toISOString().slice(0, 7)];
    const key = { scope, month };
    return ctx.db.costCounter.upsert({
      where: { scope_month: key },
      create: { ...key, microUsd },
      update: { microUsd },
    });
  };
  await spend(7_900_000);
  await recordDueNotifications(ctx);
  expect(await ctx.db.notification.count()).toBe(0);

  for (const cost of [8_100_000, 8_500_000, 10_000_000, 11_000_000]) {
    await spend(cost);
    await recordDueNotifications(ctx);
  }

  const rows = await ctx.db.notification.findMany({ orderBy: { key: "asc" } });
  expect(rows.map(({ title }) => title)).toEqual([
    "81 % of the project's budget for this month is used.",
    "The project's budget for this month is used up. New jobs are blocked.",
  ]);
});

test("the digest comes on Monday at 8 where the person is, once, and says what the week was", async ({ makeWorld }) => {
  // Sunday, 23:30 in UTC: in Auckland it is Monday, 12:30.
  const sunday = new Date("2026-11-22T23:30:00Z");
  await using world = await makeWorld({ email: ["digest"], timeZone: "Pacific/Auckland" }, sunday);
  const { ctx, server, person } = world;
  await seedJob(ctx, { status: "completed", createdAt: sunday });

  await recordDueNotifications(ctx);
  await recordDueNotifications(ctx);
  await world.sendAfter(0);

  expect(server.received).toHaveLength(1);
  expect(server.received[0]?.content).toContain(`Subject: [${ctx.project.name}] Your week`);
  expect(server.received[0]?.content).toContain("1 job completed, 0 failed");
  await saveNotificationSettings(person, { ...OFF, email: ["digest"], timeZone: "Europe/Berlin" });
  await recordDueNotifications(ctx);
  expect(await ctx.db.notification.count()).toBe(1);
});

test("a broken index is announced once, until a run succeeds", async ({ makeWorld }) => {
  await using world = await makeWorld({ email: ["index"] });
  const { ctx, clock } = world;
  const breakIndex = async () => {
    clock.advance(24 * 60 * 60_000);
    await requestIndex(ctx);
    const claimed = await claimIndex(ctx, { projectId: ctx.project.id });
    if (claimed === null) throw new Error("No run began.");
    await failIndex(ctx, { lease: claimed.lease, failure: "The repository has no branch main." });
  };

  await breakIndex();
  await breakIndex();
  expect(await ctx.db.notification.count()).toBe(1);
  clock.advance(24 * 60 * 60_000);
  await seedSite(ctx, [{ path: "/flags", title: "Flags", text: "A kill-switch turns a feature off." }]);
  await breakIndex();

  expect(await ctx.db.notification.count()).toBe(2);
});

test("a test mail goes to the person alone, not twice in a row, and not without a server", async ({ makeWorld }) => {
  await using world = await makeWorld();
  const { person, server, user, clock } = world;

  await sendTestNotification(person, { channel: "email" });

  expect(server.received.map(({ to }) => to)).toEqual([[user.email]]);
  await expect(sendTestNotification(person, { channel: "email" })).rejects.toMatchObject({ code: "conflict" });
  clock.advance(60_000);
  const without = { ...person, mailer: null };
  expect((await getNotificationSettings(without)).address).toBeNull();
  await expect(sendTestNotification(without, { channel: "email" })).rejects.toMatchObject({
    message: expect.stringContaining("SMTP_URL"),
  });
});

test.for(["", "v1.x", "v1.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"])(
  "the made-up link %j opens nothing",
  async (token, { services }) => {
    await expect(unsubscribe(services, { token })).rejects.toMatchObject({ code: "not_found" });
  },
);

test("a time zone that does not exist is refused", () => {
  expect(() => parseInput(SaveNotificationSettings, { ...OFF, timeZone: "Mars/Olympus" })).toThrow("IANA name");
});
