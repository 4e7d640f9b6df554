import { createClient } from "@docsteward/db/client";
import { createOldDatabase } from "@docsteward/db/testing-old-database";
import { silentLogger } from "@docsteward/platform/log";
import { expect } from "vitest";
import { resumeAnswer } from "./answer-stream/resume.ts";
import { inProject, type ProjectContext } from "./context.ts";
import { appendToJournal } from "./job/journal.ts";
import { claimJob } from "./job/lease.ts";
import { listJobDetails } from "./job/list.ts";
import { requirePullRequest } from "./pull-request/pull-request.ts";
import { claimDueSites } from "./site/index-request.ts";
import { claimIndex } from "./site/index-run.ts";
import { servicesTest, untilEnd } from "./testing-fixtures.ts";
import { deliverWebhook } from "./webhook/deliver.ts";
import { makeSecret } from "./webhook/endpoints.ts";
import { listDeliveries } from "./webhook/list-deliveries.ts";
import { startReceiver } from "./webhook/testing-receiver.ts";

// The rows are written with the names of columns from before `plain_names`, and read through the verbs of today.
const test = servicesTest({ webhooks: { allowedNetworks: ["127.0.0.0/8"] } })
  .extend(
    "database",
    { scope: "file" },
    untilEnd(() => createOldDatabase("20261122220000_plain_names")),
  )
  /** One row of each kind whose columns, table or functions have another name since. */
  .extend(
    "insertOldRows",
    { scope: "file" },
    ({ services, database }) =>
      async (receiverUrl: string): Promise<void> => {
        const { query } = database;
        await query(`
    INSERT INTO "Project" (id, "organizationId", domain, name, host, repository, "baseRef", "hostRepositoryId")
    VALUES ('prj_1', 'org_1', 'docs', 'Docs', 'github', '${REPOSITORY}', 'main', '22')`);
        await query(`
    INSERT INTO "Job" (id, "projectId", model, title, repository, "baseRef", attempt, "lastMessageSeq", "lastStepSeq",
      "lossStepSeq", "consecutiveLosses", "lastRecordId")
    VALUES ('job_1', 'prj_1', 'opus', NULL, '${REPOSITORY}', 'main', 1, 1, 2, 1, 1, 'rec_old')`);
        await query(`
    INSERT INTO "JobMessage" (id, "jobId", seq, role, content) VALUES ('msg_1', 'job_1', 1, 'user', 'Describe docs/install.md')`);
        await query(`
    INSERT INTO "JobStep" ("jobId", seq, attempt, kind, data) VALUES
      ('job_1', 1, 1, 'messages', '{"b":1,"a":2}'), ('job_1', 2, 1, 'model', '{"text":"Hm."}')`);
        // The second has a number that another repository's pull request had before.
        await query(`
    INSERT INTO "PullRequest" (id, "projectId", "hostNumber", number, repository, "repositoryKey", title, body, branch,
      "baseRef", "baseSha", "headSha", "updatedAt")
    VALUES ('pr_1', 'prj_1', 7, 7, 'https://github.com/acme/old', 'github:11', 'old', '', 'a', 'main', 'x', 'x', now()),
      ('pr_2', 'prj_1', 7, -1, '${REPOSITORY}', 'github:22', 'new', '', 'b', 'main', 'x', 'x', now())`);
        await query(`
    INSERT INTO "SiteIndex" ("projectId", status, version, commit, ground, requests, "takenRequest", "lostRuns", "lossCommit",
      "runCommit", "lookedAt", "nextPollAt", "requestedAt")
    VALUES ('prj_1', 'ready', 3, 'abc', 'hash of then', 5, 4, 1, 'abc', 'abc', '2026-01-01', '2026-01-02', now())`);
        const [current, previous] = [1, 2].map(() => makeSecret(services, { endpointId: "whk_1" }));
        Object.assign(SECRETS, { current: current?.secret, previous: previous?.secret });
        await query(
          `INSERT INTO "WebhookEndpoint" (id, "projectId", url, secret, "oldSecret", "oldSecretEnds")
     VALUES ('whk_1', 'prj_1', $1, $2, $3, now() + interval '1 hour')`,
          [receiverUrl, current?.sealed, previous?.sealed],
        );
        await query(`
    INSERT INTO "WebhookDelivery" (id, "endpointId", type, body, tries, "nextTryAt")
    VALUES ('dlv_1', 'whk_1', 'ping', '{"type":"ping"}', 2, '2026-01-03')`);
        await query(
          `INSERT INTO "AnswerStream" (id, "projectId", "keyId", "chatId", "createdAt", "aliveAt", "endedAt")
     VALUES ('str_1', 'prj_1', 'key_1', $1, now(), now(), now())`,
          [CHAT],
        );
        await query(`
    INSERT INTO "AnswerStreamBatch" ("streamId", seq, pieces)
    VALUES ('str_1', 1, '[{"type":"text-delta","id":"1","delta":"Install it."}]')`);
      },
  );
test.beforeAll(({ database }) =>
  database.query(`INSERT INTO "Organization" (id, slug, name) VALUES ('org_1', 'acme', 'Acme')`),
);

const REPOSITORY = "https://github.com/acme/docs";
const CHAT = "chat-of-an-old-client";
const SECRETS = { current: "", previous: "" };

test("rows with the names of before are read and continued", async ({ services, database, insertOldRows }) => {
  await using receiver = await startReceiver();
  await insertOldRows(receiver.url);

  expect(await database.migrate()).toContain("20261122220000_plain_names");

  const db = createClient(database.url, { log: silentLogger });
  await using _ = { [Symbol.asyncDispose]: () => db.$disconnect() };
  const project = await db.project.findUniqueOrThrow({ where: { id: "prj_1" }, include: { organization: true } });
  const ctx: ProjectContext = inProject({ ...services, db }, project);

  // A pull request is found by its number in its repository, and a new one may take any number of another repository.
  expect(await requirePullRequest(ctx, { number: 7 })).toMatchObject({ id: "pr_2", title: "new" });
  expect((await db.pullRequest.findMany({ orderBy: { id: "asc" } })).map(({ number }) => number)).toEqual([7, 7]);

  // The journal goes on after the entries of then; the recorded progress clears the loss.
  const opened = await claimJob(ctx, { id: "job_1" });
  expect(opened?.journal).toMatchObject([
    { seq: 1, kind: "messages" },
    { seq: 2, data: { text: "Hm." } },
  ]);
  if (!opened) return;
  await appendToJournal(ctx, { lease: opened.lease, entries: [{ kind: "tool", data: {} }] });
  expect(await db.journalEntry.findMany({ where: { jobId: "job_1", seq: 3 } })).toMatchObject([{ attempt: 2 }]);
  await appendToJournal(ctx, { lease: opened.lease, id: "rec_new", patch: { title: "Windows" } });
  await appendToJournal(ctx, { lease: opened.lease, id: "rec_new", patch: { title: "Twice" } });
  const find = async (search: string) => (await listJobDetails(ctx, { limit: 10, search })).jobs.map(({ id }) => id);
  for (const search of ["install", "windows"]) expect(await find(search)).toEqual(["job_1"]);
  expect(await find("twice")).toEqual([]);
  await db.jobMessage.create({
    data: { id: "msg_2", jobId: "job_1", seq: 2, role: "user", content: "And macOS/brew." },
  });
  expect(await find("brew")).toEqual(["job_1"]);

  // The poll of then is due, and knows what the pages were made from; the request that no run has taken starts one.
  const due = await claimDueSites(ctx, { everySeconds: { local: 60, github: 60, git: 60 } });
  expect(due).toMatchObject([{ projectId: "prj_1", fingerprint: "hash of then" }]);
  await db.siteIndex.update({ where: { projectId: "prj_1" }, data: { status: "waiting" } });
  const run = await claimIndex(ctx, { projectId: "prj_1" });
  expect(run?.index).toMatchObject({ handledRequest: 4, consecutiveLosses: 1, version: 3 });

  // An attempt is signed with both secrets, and counts after those of then.
  const [waiting] = await listDeliveries(ctx, { id: "whk_1" });
  if (!waiting?.nextAttemptAt) throw new Error("No attempt waits.");
  await deliverWebhook(ctx, { deliveryId: "dlv_1", due: waiting.nextAttemptAt });
  const [received] = receiver.received;
  if (!received) throw new Error("Nothing was received.");
  for (const secret of Object.values(SECRETS)) expect(receiver.verify(secret, received)).toEqual({ type: "ping" });
  expect(await db.webhookDelivery.findUnique({ where: { id: "dlv_1" } })).toMatchObject({
    state: "delivered",
    attemptCount: 3,
  });

  // A client that comes back reads the answer of then.
  const reader = { ...ctx, actor: { kind: "key", keyId: "key_1" } as ProjectContext["actor"] };
  const answer = await resumeAnswer(reader, { chatId: CHAT, signal: AbortSignal.timeout(60_000) });
  const chunks: unknown[] = [];
  for await (const chunk of answer ?? []) chunks.push(chunk);
  expect(chunks).toEqual([{ type: "text-delta", id: "1", delta: "Install it." }]);
});
