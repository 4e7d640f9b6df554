import { afterEach, beforeEach, expect, test } from "vitest";
import { inProject } from "./context.ts";
import { eraseReader, eraseUser } from "./erase.ts";
import { createGapJob, quoteInPrompt } from "./gap/create-job.ts";
import { deleteOrganization } from "./organization-data.ts";
import { deleteProject } from "./project/delete.ts";
import {
  createTestServices,
  isStatementWaiting,
  seedJob,
  seedKey,
  seedMember,
  seedProject,
  type TestServices,
} from "./testing.ts";
import { plantEntries, plantEverywhere, searchEverywhere } from "./testing-planted.ts";
import { startTurn } from "./thread/turn.ts";

let services: TestServices;
beforeEach(async () => {
  services = await createTestServices();
});
afterEach(() => services.close());

const EMAIL = "marker-one@docsteward.test";

/** One tenant with a row in every table, and one person in it. */
async function plant(marker: string, email: string) {
  const values = {
    "User.email": email,
    "Invitation.email": email,
    "UserAccount.providerId": "github",
    "UserAccount.accountId": `${marker}-GitHubPerson`,
    "GitHubPerson.login": `${marker}-login`,
    "GitHubMention.author": `${marker}-login`,
    "Job.reviewer": `${marker}-login`,
    "Project.repository": `file:///srv/${marker}.git`,
    "LimitCounter.key": `agent-hour:${marker}-Project`,
    "CostCounter.scope": `project:${marker}-Project`,
    "AuditEvent.targetId": `${marker}-User`,
    "AuditEvent.details": JSON.stringify({ name: `${marker} User.name`, email }),
    "SignInVerification.value": `${marker}-User`,
  };
  const planted = await plantEverywhere(services.db, { marker, values });
  await plantEntries(services.db, {
    ...planted,
    text: `git failed in /srv/${marker}.git for ${marker}-login, ${email}`,
  });
  return planted;
}

const openProject = async (id: string) => {
  const where = { where: { id }, include: { organization: true } };
  return inProject(services, await services.db.project.findUniqueOrThrow(where));
};

/** The table that holds the entries of our queues. */
const ENTRIES = "pgboss.job";

/** A line of the operator's list that quotes a tenant. */
const plantError = (marker: string) =>
  services.db.recentError.create({
    data: { id: `err_${marker}`, process: "worker", message: `${marker} failed`, createdAt: new Date() },
  });

/** What is a person's, and stays when their organization goes. */
const OF_PEOPLE = [
  "GitHubPerson",
  "NotificationSetting",
  "SignInLink",
  "SignInVerification",
  "User",
  "UserAccount",
  "UserSession",
];

test("nothing of a deleted organization is left in any table, and all of another one's is", async () => {
  const { tables } = await plant("marker-one", EMAIL);
  await plant("marker-two", "marker-two@docsteward.test");
  // Everything was planted: a table that is empty would prove nothing.
  expect(Object.keys(await searchEverywhere(services.db, "marker-one")).sort()).toEqual([...tables, ENTRIES].sort());
  const others = await searchEverywhere(services.db, "marker-two");
  const { slug } = await services.db.organization.findUniqueOrThrow({ where: { id: "marker-one-Organization" } });

  await plantError("marker-one");
  await expect(deleteOrganization(services, { org: slug, typed: "no" })).rejects.toThrow("Nothing was deleted");
  await deleteOrganization(services, { org: slug, typed: slug });

  expect(Object.keys(await searchEverywhere(services.db, "marker-one")).sort()).toEqual(OF_PEOPLE);
  // An event of GitHub names no tenant, so that of another one has lost its error, too.
  const entries = (others[ENTRIES] ?? 0) - 1;
  expect(await searchEverywhere(services.db, "marker-two")).toEqual({ ...others, [ENTRIES]: entries });
});

test("nothing of a deleted project is left but its organization, people and GitHub account", async () => {
  await plant("marker-one", EMAIL);
  const ctx = await openProject("marker-one-Project");
  await plantError("marker-one");

  await deleteProject(ctx, { typed: ctx.project.domain });

  const left = Object.keys(await searchEverywhere(services.db, "marker-one"));
  const ofOrganization = [
    "AuditEvent",
    "GitHubInstallation",
    "GitHubRepository",
    "Invitation",
    "Membership",
    "Organization",
  ];
  expect(left.sort()).toEqual([...OF_PEOPLE, ...ofOrganization].sort());
});

test("the name, addresses and accounts of a deleted person are left nowhere", async () => {
  await plant("marker-one", EMAIL);
  const { email, name } = await services.db.user.findUniqueOrThrow({ where: { id: "marker-one-User" } });
  await services.db.membership.updateMany({ data: { role: "owner" } });
  await expect(eraseUser(services, { email })).rejects.toThrow("is the only owner of");
  await seedMember(services);

  expect(await searchEverywhere(services.db, "marker-one-login")).toHaveProperty([ENTRIES]);
  await eraseUser(services, { email });

  for (const text of [email, name, "marker-one-login", "marker-one-GitHubPerson"])
    expect([text, await searchEverywhere(services.db, text)]).toEqual([text, {}]);
  // Who did something is still the same person, without a name.
  expect(await searchEverywhere(services.db, "marker-one-User")).toEqual({ AuditEvent: 2 });
});

test("of two owners who go at the same time, one stays; a deleted person's playground is over", async () => {
  const { organization } = await seedProject(services);
  const organizationId = organization.id;
  const [stays, goes] = [
    await seedMember(services, { organizationId }),
    await seedMember(services, { organizationId }),
  ];
  const viewer = await seedMember(services, { organizationId, role: "viewer" });
  const ctx = inProject(services, await services.db.project.findFirstOrThrow({ include: { organization: true } }));
  const key = await seedKey(ctx);
  await services.db.apiKey.update({ where: { id: key.id }, data: { createdById: viewer.id, isPlayground: true } });

  let isOver = false;
  const isWaiting = async () => isOver || (await isStatementWaiting(services));
  const erased = await services.db.$transaction(
    async (tx) => {
      await tx.$queryRaw`SELECT id FROM "Organization" WHERE id = ${organizationId} FOR NO KEY UPDATE`;
      await tx.membership.delete({ where: { organizationId_userId: { organizationId, userId: goes.id } } });
      const result = eraseUser(services, { email: stays.email }).then(
        () => "erased",
        (error: Error) => error.message,
      );
      void result.then(() => {
        isOver = true;
      });
      await expect.poll(isWaiting).toBe(true);
      return { result };
    },
    { timeout: 60_000 },
  );

  expect(await erased.result).toContain("is the only owner of");
  await eraseUser(services, { email: viewer.email });
  expect(await services.db.apiKey.findUnique({ where: { id: key.id } })).toMatchObject({
    createdById: null,
    revokedAt: expect.any(Date),
  });
});

test("what a deleted reader asked is left in no prompt, journal, event, pull request or search of a gap's job", async () => {
  const ctx = await seedProject(services);
  const { id: projectId } = ctx.project;
  const question = 'Does the marker "A\\B" expire?\n';
  await startTurn(ctx, { id: "msg_1", fp: "ada", threadId: "t-1", isIssued: false, question, commit: "1", model: "m" });
  await ctx.db.threadTurn.update({ where: { id: "msg_1" }, data: { comment: "no marker", answer: "marker: maybe" } });
  await ctx.db.gap.create({ data: { id: "gap_1", projectId, question, lastAskedAt: new Date() } });
  await ctx.db.threadTurn.update({ where: { id: "msg_1" }, data: { gapId: "gap_1" } });
  const { id: jobId } = await createGapJob(ctx, { id: "gap_1" });
  const [message] = await ctx.db.jobMessage.findMany({ where: { jobId } });
  expect(message?.content).toMatch(/Does the marker .* expire\?[\s\S]*no marker[\s\S]*marker: maybe/);
  const data = { said: question, prompt: message?.content ?? "" };
  await ctx.db.journalEntry.create({ data: { jobId, seq: 1, attempt: 1, kind: "message", data } });
  await ctx.db.jobEvent.create({ data: { jobId, seq: 90, type: "job.test", data } });
  await ctx.db.job.update({ where: { id: jobId }, data: { title: `Answer: ${quoteInPrompt(question)}` } });
  const other = await seedJob(ctx, { prompt: "Say when a token expires" });
  await plantEntries(services.db, { idOf: (table) => `own-${table}`, text: `The model failed: ${question}` });

  await eraseReader(ctx, { fp: "ada" });

  expect(await searchEverywhere(services.db, "marker")).toEqual({});
  expect(await ctx.db.jobMessage.findMany({ where: { jobId: other.id } })).toMatchObject([
    { content: "Say when a token expires" },
  ]);
  expect(await ctx.db.job.findMany({ where: { id: { not: other.id } }, select: { title: true } })).toEqual([
    { title: "Answer: (erased)" },
  ]);
  expect((await ctx.db.jobMessage.findMany({ where: { jobId } }))[0]?.content).toContain("- (erased)");
});

test("what a deleted reader asked is left nowhere, and what others asked stays", async () => {
  const ctx = await seedProject(services);
  const { id: projectId } = ctx.project;
  const at = new Date();
  const ask = async (id: string, fp: string, question: string, more: { gapId?: string; topicId?: string } = {}) => {
    const { turnId } = { turnId: id };
    await startTurn(ctx, { id, fp, threadId: `t-${id}`, isIssued: false, question, commit: "1", model: "m" });
    await ctx.db.threadTurn.update({ where: { id: turnId }, data: { ...more, comment: question } });
  };
  const gap = { projectId, lastAskedAt: at };
  await ctx.db.gap.create({ data: { ...gap, id: "gap_own", question: "marker alone?" } });
  await ctx.db.gap.create({ data: { ...gap, id: "gap_both", question: "marker first?" } });
  const merged = { question: "marker alone?", state: "dismissed", mergedIntoId: "gap_both" } as const;
  await ctx.db.gap.create({ data: { ...gap, ...merged, id: "gap_merged" } });
  await ctx.db.topic.create({ data: { ...gap, id: "top_both", question: "marker first?" } });
  const golden = { projectId, createdAt: at, page: "/a" };
  await ctx.db.goldenQuestion.create({ data: { ...golden, id: "gq_1", source: "gap", question: "marker alone?" } });
  const lost = ["marker alone?", "Where is it?"].map((question) => ({ question, expected: "/a" }));
  const run = { projectId, source: "index", commit: "1", asked: 2, found: 0, createdAt: at };
  await ctx.db.evalRun.create({ data: { ...run, id: "ev_1", lost } });
  await ask("msg_1", "ada", "marker alone?", { gapId: "gap_own" });
  await ask("msg_2", "ada", "marker first?", { gapId: "gap_both", topicId: "top_both" });
  await ask("msg_3", "bob", "Where is it?", { gapId: "gap_both", topicId: "top_both" });
  await ask("msg_4", "docsteward-gap", "marker alone?");
  await ask("msg_5", "docsteward-gap", "marker alone?");
  await ctx.db.gap.update({ where: { id: "gap_own" }, data: { answerTurnId: "msg_4" } });

  expect(await eraseReader(ctx, { fp: "ada" })).toEqual({ threads: 2 });

  expect(await searchEverywhere(services.db, "marker")).toEqual({});
  expect(await ctx.db.evalRun.findMany({ select: { lost: true } })).toEqual([{ lost: lost.slice(1) }]);
  expect(await ctx.db.gap.findMany({ select: { question: true } })).toEqual([{ question: "Where is it?" }]);
  expect(await ctx.db.thread.findMany({ select: { fp: true } })).toEqual([{ fp: "bob" }]);
});
