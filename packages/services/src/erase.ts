import { AppError } from "@docsteward/contract/error";
import { forgetInOutputs } from "@docsteward/db/forget-entries";
import { z } from "zod";
import { recordAudit } from "./audit/record.ts";
import { afterCommit, inTransaction, type ProjectContext, type SystemContext } from "./context.ts";
import { QUOTED, quoteAnswer, quoteInPrompt } from "./gap/create-job.ts";
import { PLAYGROUND_READER, RECHECK_READER } from "./thread/reader.ts";
import { EmailAddress } from "./user/new-user.ts";

const TIMEOUT_MS = 60_000;

/** Input of `eraseUser`, from the operator. */
export type EraseUser = z.infer<typeof EraseUser>;
/** Names a person by their address. */
export const EraseUser = z.object({ email: EmailAddress });

/**
 * Deletes a person: account, sessions, roles, invitations, what they tried in playgrounds, and their name and address wherever they
 * are written. Jobs and keys that they made stay, without them. Audit logs keep what was done, by "Deleted user".
 *
 * @throws AppError `not_found`; `conflict` for the only owner of an organization
 */
export async function eraseUser(ctx: SystemContext, { email }: EraseUser): Promise<{ userId: string }> {
  const work = async (within: SystemContext) => {
    const { db } = within;
    const user = await db.user.findUnique({ where: { email }, include: { accounts: true, memberships: true } });
    if (user === null) throw new AppError("not_found", `No account has the address ${email}.`);
    const { id: userId, memberships } = user;
    await requireOtherOwners(within, { userId, email, organizationIds: memberships.map((row) => row.organizationId) });
    const gitHubIds = user.accounts
      .filter(({ providerId }) => providerId === "github")
      .map(({ accountId }) => accountId);
    const people = await db.gitHubPerson.findMany({ where: { id: { in: gitHubIds } } });
    const logins = people.map(({ login }) => login);
    await db.job.updateMany({ where: { createdByUserId: userId }, data: { createdByUserId: null, reviewer: null } });
    await db.job.updateMany({ where: { reviewer: { in: logins } }, data: { reviewer: null } });
    for (const login of logins)
      await db.$executeRaw`
        UPDATE "Job" SET reviewers = array_remove(reviewers, ${login}) WHERE ${login} = ANY(reviewers)`;
    // The key of an open playground is theirs alone.
    const playground = { createdById: userId, isPlayground: true, revokedAt: null };
    await db.apiKey.updateMany({ where: playground, data: { revokedAt: ctx.clock.now() } });
    await db.apiKey.updateMany({ where: { createdById: userId }, data: { createdById: null } });
    await db.savedPrompt.updateMany({ where: { createdById: userId }, data: { createdById: null } });
    await db.gitHubMention.deleteMany({ where: { author: { in: logins } } });
    await db.gitHubPerson.deleteMany({ where: { id: { in: gitHubIds } } });
    await db.thread.deleteMany({ where: { fp: `${PLAYGROUND_READER}-${userId}` } });
    await db.invitation.deleteMany({ where: { OR: [{ email }, { acceptedById: userId }] } });
    await db.invitation.updateMany({ where: { createdById: userId }, data: { createdById: null } });
    await db.signInVerification.deleteMany({
      where: {
        OR: [{ identifier: { contains: email } }, { value: { contains: email } }, { value: { contains: userId } }],
      },
    });
    await db.$executeRaw`
      UPDATE "AuditEvent" SET details = (details::jsonb - 'email' || '{"name": "Deleted user"}')::json
      WHERE "targetId" = ${userId} OR details->>'email' = ${email}`;
    await forgetInOutputs(db, [email, user.name, ...gitHubIds, ...logins]);
    await db.user.delete({ where: { id: userId } });
    for (const { organizationId } of memberships)
      await recordAudit(within, { organizationId, action: "member.deleted", targetId: userId, details: {} });
    afterCommit(within, () => ctx.memory.forget());
    return { userId };
  };
  return inTransaction(ctx, work, { timeoutMs: TIMEOUT_MS });
}

type Leaving = { userId: string; email: string; organizationIds: string[] };

/** Locks their organizations as a change of members does: of two owners who go at the same time, one stays. */
async function requireOtherOwners({ db }: SystemContext, { userId, email, organizationIds }: Leaving): Promise<void> {
  await db.$queryRaw`
    SELECT id FROM "Organization" WHERE id = ANY(${organizationIds}::text[]) ORDER BY id FOR NO KEY UPDATE`;
  const only = await db.organization.findFirst({
    where: {
      memberships: { some: { userId, role: "owner" }, none: { userId: { not: userId }, role: "owner" } },
    },
  });
  if (only === null) return;
  throw new AppError(
    "conflict",
    `${email} is the only owner of ${only.slug}. Give another account the role owner with \`docsteward member set-role\`, or delete the organization.`,
  );
}

const MAX_READER = 200;
/** Input of `eraseReader`: the reader as callers name them (`fp`). */
export type EraseReader = z.infer<typeof EraseReader>;
/** Names a reader of the project. */
export const EraseReader = z.object({ fp: z.string().min(1).max(MAX_READER) });

/**
 * Deletes what a reader has asked in a project: conversations with answers, ratings and comments, and their questions where gaps,
 * topics, golden questions and their runs, and jobs that close gaps repeat them. Counts of days stay: they name no reader.
 *
 * @returns how many conversations
 */
export async function eraseReader(ctx: ProjectContext, { fp }: EraseReader): Promise<{ threads: number }> {
  const { id: projectId } = ctx.project;
  const theirs = { thread: { projectId, fp } };
  const ofOthers = { projectId, thread: { fp: { notIn: [fp, RECHECK_READER] } } };
  const firstOfOthers = {
    where: ofOthers,
    orderBy: { createdAt: "asc" },
    take: 1,
    select: { question: true },
  } as const;
  const work = async (within: ProjectContext) => {
    const { db } = within;
    const asked = await db.threadTurn.findMany({
      where: theirs,
      select: { question: true, comment: true, answer: true },
    });
    const questions = [...new Set(asked.map(({ question }) => question))];
    await eraseQuotes(within, asked);
    const where = { projectId, turns: { some: theirs } };
    const gaps = await db.gap.findMany({ where, include: { turns: firstOfOthers } });
    for (const { id, question, turns } of gaps) {
      const [other] = turns;
      if (other === undefined) await db.gap.delete({ where: { id } });
      else if (questions.includes(question))
        await db.gap.update({
          where: { id },
          data: { question: other.question, embedderId: null, vector: null, answerTurnId: null },
        });
    }
    // Each time that a gap is asked again makes a conversation with its question.
    const askedAgain = { projectId, fp: RECHECK_READER, turns: { some: { question: { in: questions } } } };
    await db.thread.deleteMany({ where: askedAgain });
    // A gap that was merged into another one has no questions of its own any more, and still holds the text that it began with.
    await db.gap.deleteMany({ where: { projectId, mergedIntoId: { not: null }, question: { in: questions } } });
    const topics = await db.topic.findMany({ where, include: { turns: firstOfOthers } });
    for (const { id, turns } of topics) {
      const [other] = turns;
      if (other === undefined) await db.topic.delete({ where: { id } });
      else await db.topic.update({ where: { id }, data: { question: other.question } });
    }
    await db.goldenQuestion.deleteMany({ where: { projectId, source: { not: "hand" }, question: { in: questions } } });
    await db.$executeRaw`
      UPDATE "EvalRun" SET lost = (
        SELECT COALESCE(json_agg(entry), '[]') FROM json_array_elements(lost) entry
        WHERE entry->>'question' <> ALL(${questions}::text[]))
      WHERE "projectId" = ${projectId} AND EXISTS (
        SELECT 1 FROM json_array_elements(lost) entry WHERE entry->>'question' = ANY(${questions}::text[]))`;
    const { count } = await db.thread.deleteMany({ where: { projectId, fp } });
    return { threads: count };
  };
  return inTransaction(ctx, work, { timeoutMs: TIMEOUT_MS });
}

type Quoted = { question: string; comment: string | null; answer: string };

const ERASED = "(erased)";
/** A shorter text is found inside of others, and says little. */
const MIN_QUOTE = 4;

/**
 * Replaces a reader's words in the jobs that were to close gaps: in prompts, journals, events and texts of pull requests, and what of
 * them is found by a search. What the agent wrote in other words stays, as it does in the repository.
 */
async function eraseQuotes({ db, project }: ProjectContext, asked: readonly Quoted[]): Promise<void> {
  const texts = asked.flatMap(({ question, comment, answer }) => [
    ...[question, comment ?? ""].flatMap((text) => [text, quoteInPrompt(text)]),
    quoteAnswer(answer),
  ]);
  // The longest first: a text may be the beginning of another one.
  const quotes = [...new Set(texts)].filter((text) => text.length >= MIN_QUOTE).sort((a, b) => b.length - a.length);
  await forgetInOutputs(db, quotes);
  const prompts = await db.jobMessage.findMany({
    where: { content: { contains: QUOTED }, job: { projectId: project.id } },
    select: { jobId: true, content: true },
  });
  const holds = (text: string) => quotes.some((quote) => text.includes(quote));
  const jobIds = [...new Set(prompts.filter(({ content }) => holds(content)).map(({ jobId }) => jobId))];
  if (jobIds.length === 0) return;
  for (const quote of quotes) {
    // As the text is inside of JSON.
    const escaped = JSON.stringify(quote).slice(1, -1);
    await db.$executeRaw`
      UPDATE "JobMessage" SET content = replace(content, ${quote}, ${ERASED}) WHERE "jobId" = ANY(${jobIds}::text[])`;
    await db.$executeRaw`
      UPDATE "JournalEntry" SET data = replace(data::text, ${escaped}, ${ERASED})::json
      WHERE "jobId" = ANY(${jobIds}::text[]) AND position(${escaped} IN data::text) > 0`;
    await db.$executeRaw`
      UPDATE "JobEvent" SET data = replace(data::text, ${escaped}, ${ERASED})::json
      WHERE "jobId" = ANY(${jobIds}::text[]) AND position(${escaped} IN data::text) > 0`;
    await db.$executeRaw`
      UPDATE "Job" SET title = replace(title, ${quote}, ${ERASED}), "messageToUser" = replace("messageToUser", ${quote}, ${ERASED}),
        todos = replace(todos::text, ${escaped}, ${ERASED})::json
      WHERE id = ANY(${jobIds}::text[])`;
    await db.$executeRaw`
      UPDATE "PullRequest" SET title = replace(title, ${quote}, ${ERASED}), body = replace(body, ${quote}, ${ERASED})
      WHERE "projectId" = ${project.id} AND "jobId" = ANY(${jobIds}::text[])`;
  }
  await db.$executeRaw`
    UPDATE "Job" job SET search = job_search_terms(left(COALESCE(title, ''), 1000)) || COALESCE((
      SELECT job_search_terms(string_agg(left(content, 10000), ' ' ORDER BY seq)) FROM "JobMessage" WHERE "jobId" = job.id), ''::tsvector)
    WHERE id = ANY(${jobIds}::text[])`;
}
