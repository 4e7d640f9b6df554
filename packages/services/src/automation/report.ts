import type { AutomationReport as ReportRow } from "@docsteward/db/client";
import { GitError, MISCONFIGURED } from "@docsteward/git/error";
import { readSlug } from "@docsteward/git/github/app-events";
import type { GitHubApp } from "@docsteward/git/github/github-app";
import { parseRepositoryName, type RepositoryName } from "@docsteward/git/github/repository-name";
import { type CheckAnnotation, getSourcePull, keepComment, publishCheck } from "@docsteward/git/github/source-pulls";
import { newId } from "@docsteward/platform/id";
import { inTransaction, type ProjectContext, type SystemContext } from "../context.ts";
import { appFor, repositoryKey, useOf } from "../repository-use.ts";
import type { RunData } from "./automation.ts";
import type { SourceChange } from "./prompt.ts";
import { DECLINED } from "./restraint.ts";

/** What a report says. Texts come from repositories. */
type ReportContent = {
  pages: SourceChange["pages"];
  /** Why no page is named; null when pages are. */
  silence: string | null;
  /** Why a comment that asked for a job got none. */
  refusal: string | null;
  /** Whether a comment asked for a job: the answer is written also where nothing has to be said. */
  isAsked: boolean;
};

type Report = Pick<ReportContent, "pages" | "silence"> & {
  automationId: string;
  data: RunData;
  jobId: string | null;
  refusal: string | null;
};

/** Writes down what is to be said on a pull request, and has it published, in the caller's transaction. */
export async function addReport(
  ctx: ProjectContext,
  { automationId, data, jobId, pages, silence, refusal }: Report,
): Promise<void> {
  const { db, project, clock, queue } = ctx;
  const { pull, source: name = "", head: headSha = "" } = data;
  const source = await db.source.findUnique({ where: { projectId_name: { projectId: project.id, name } } });
  if (source === null || pull === undefined) return;
  const { repository, hostRepositoryId, grantedAccount } = source;
  const where = {
    automationId_repositoryKey_number: { automationId, repositoryKey: repositoryKey(source), number: pull.number },
  };
  const known = await db.automationReport.findUnique({ where });
  const isAsked = data.commandId !== undefined || (known?.content as ReportContent | undefined)?.isAsked === true;
  const content: ReportContent = { pages, silence, refusal, isAsked };
  const written = { repository, hostRepositoryId, grantedAccount, headSha, content, updatedAt: clock.now() };
  const { id } = await db.automationReport.upsert({
    where,
    create: {
      ...{ id: newId("rep"), automationId, projectId: project.id, ...written, jobId },
      ...{ repositoryKey: repositoryKey(source), number: pull.number },
    },
    update: { ...written, revision: { increment: 1 }, ...(jobId !== null && { jobId }) },
  });
  await queue.github.enqueue(db, { reportId: id });
}

/** Shorter than an entry of the queue may run: the entry of a worker that was lost finds no claim. */
const CLAIM_SECONDS = 200;
/** Limits of GitHub's are waited for so long, so that a claim lasts until the end. */
const PATIENCE_MS = 60_000;

/**
 * Publishes a report as it is now: a check with annotations, and one comment that is kept up to date. One worker at a time does;
 * what changes meanwhile is published by the same.
 *
 * @throws GitError when GitHub is unavailable: the entry is retried
 */
export async function publishReport(ctx: SystemContext, { reportId: id }: { reportId: string }): Promise<void> {
  const { db } = ctx;
  for (;;) {
    const [claimed] = await db.$queryRaw<ReportRow[]>`
      UPDATE "AutomationReport" SET "claimedUntil" = clock_timestamp() + interval '1 second' * ${CLAIM_SECONDS}::float
      WHERE id = ${id} AND "publishedRevision" < revision
        AND ("claimedUntil" IS NULL OR "claimedUntil" < clock_timestamp())
      RETURNING *`;
    // Another worker is at it, and looks once more in the end.
    if (claimed === undefined) return;
    // A worker that took longer than its claim leaves the report to the one that has it now.
    const where = { id, claimedUntil: claimed.claimedUntil };
    const done = await publish(ctx, claimed).catch(async (error: unknown) => {
      await db.automationReport.updateMany({ where, data: { claimedUntil: null } });
      throw error;
    });
    const data = { ...done, publishedRevision: claimed.revision, claimedUntil: null };
    const { count } = await db.automationReport.updateMany({ where, data });
    if (count === 0) return;
  }
}

/** Entries of the queue are retried for less than an hour. */
const OVERDUE_AFTER_MS = 3_600_000;
const GIVEN_UP_AFTER_MS = 24 * 3_600_000;
const MAX_OVERDUE = 100;

/** Adds entries for reports that GitHub did not take in an hour, for a day. @returns how many */
export async function requeueOverdueReports(ctx: SystemContext): Promise<number> {
  const now = ctx.clock.now().getTime();
  return inTransaction(ctx, async ({ db, queue }) => {
    const overdue = await db.$queryRaw<{ id: string }[]>`
      SELECT id FROM "AutomationReport"
      WHERE "publishedRevision" < revision AND ("claimedUntil" IS NULL OR "claimedUntil" < clock_timestamp())
        AND "updatedAt" BETWEEN ${new Date(now - GIVEN_UP_AFTER_MS)}::timestamptz AND ${new Date(now - OVERDUE_AFTER_MS)}::timestamptz
      ORDER BY "updatedAt" LIMIT ${MAX_OVERDUE}::int`;
    for (const { id } of overdue) await queue.github.enqueue(db, { reportId: id });
    return overdue.length;
  });
}

/** @returns the comment, and why the check is missing */
async function publish(
  ctx: SystemContext,
  row: ReportRow,
): Promise<{ commentId: string | null; error: string | null }> {
  const { db, log, clock } = ctx;
  const endsAt = new Date(clock.now().getTime() + PATIENCE_MS);
  const automation = await db.automation.findUnique({
    where: { id: row.automationId },
    include: { project: { include: { organization: true } } },
  });
  const kept = { commentId: row.commentId, error: row.error };
  if (automation === null) return kept;
  const { project, name } = automation;
  try {
    const app = await appFor(ctx, { ...useOf(project, row), grantedAccount: row.grantedAccount });
    const repository = app && parseRepositoryName(row.repository, app.webUrl);
    if (!app || !repository) return kept;
    const { pages, isAsked } = row.content as ReportContent;
    // It may have ended while this waited. Who asked there still gets the answer, and a comment that stands stays true.
    const isNews = !isAsked && row.commentId === null;
    if (isNews && (await getSourcePull(app, repository, row.number))?.isOpen === false) return kept;
    const site = `${ctx.baseUrl}/${project.organization.slug}/${project.domain}`;
    const error = await check(app, { row, repository, endsAt, name, detailsUrl: `${site}/automations` });
    const commentId = await keepComment(app, {
      ...{ repository, endsAt },
      number: row.number,
      body: `${await describe(ctx, { row, name, site, app })}${error === null ? "" : `\n\n${error}`}`,
      mark: `automation ${row.automationId}`,
      commentId: row.commentId,
      isNeeded: pages.length > 0 || isAsked,
    });
    return { commentId, error };
  } catch (error) {
    // The App may no longer look there: trying again would not help.
    if (!(error instanceof GitError && (MISCONFIGURED.has(error.code) || error.code === "push_refused"))) throw error;
    log.info({ reportId: row.id, error: error.message }, "a report could not be published");
    return { ...kept, error: error.message };
  }
}

type Check = { row: ReportRow; repository: RepositoryName; endsAt: Date; name: string; detailsUrl: string };

/** @returns why there is no check: the App may be older than its permission for them, or GitHub refuses a commit or path */
async function check(app: GitHubApp, { row, repository, endsAt, name, detailsUrl }: Check): Promise<string | null> {
  const { pages, silence } = row.content as ReportContent;
  try {
    await publishCheck(app, {
      ...{ repository, endsAt, headSha: row.headSha, name: `Docs: ${name}`, detailsUrl },
      externalId: `${row.id}:${row.headSha}:${row.revision}`,
      conclusion: pages.length > 0 ? "neutral" : "success",
      title: pages.length > 0 ? titleOf(pages) : silence === DECLINED ? "Declined before" : "No page will be false",
      summary: pages.length > 0 ? listPages(pages) : (silence ?? "No page will be false."),
      annotations: pages.flatMap(annotate).slice(0, MAX_ANNOTATIONS),
    });
    return null;
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    if (error.code === "permission_missing") return error.message;
    // It has words of GitHub's, which repeat names of the repository.
    if (error.code === "push_refused") return sentence(error.message);
    throw error;
  }
}

const MAX_ANNOTATIONS = 100;
const MAX_MESSAGE = 500;

type Page = SourceChange["pages"][number];

/** At the line of the code that makes a page false: the pages are in another repository. */
function annotate({ path, reasons }: Page): CheckAnnotation[] {
  return reasons.flatMap(({ message, lines, source }) =>
    source
      ? [
          {
            path: source.path,
            line: Math.max(1, source.line),
            message: `${placeOf(path, lines)}: ${message}`.slice(0, MAX_MESSAGE),
          },
        ]
      : [],
  );
}

const placeOf = (path: string, lines: readonly number[]) => (lines.length === 0 ? path : `${path}:${lines.join(",")}`);

const titleOf = ({ length }: readonly Page[]) =>
  length === 1 ? "1 page will be false" : `${length} pages will be false`;

/** Names of pages and code are anyone's: as code, without what would end it, and without lines. */
const plainText = (text: string) => text.replaceAll(/[\r\n]+/g, " ").slice(0, MAX_MESSAGE);
const codeSpan = (text: string) => `\`${plainText(text).replaceAll("`", "'")}\``;
/** A sentence with names in code, in which nothing else is Markdown or calls people. */
const sentence = (text: string) =>
  plainText(text)
    .split("`")
    .map((part, index) =>
      index % 2 === 1 ? codeSpan(part) : part.replaceAll(/[\\<>[\]!*_~|#@&:]/g, (sign) => `&#${sign.charCodeAt(0)};`),
    )
    .join("");

/** Of the 65,535 that GitHub takes for a comment or a summary. */
const MAX_LIST = 40_000;

/** Whole lines: a cut one could end the code that a name is in. */
function listPages(pages: readonly Page[]): string {
  const lines = pages.flatMap(({ path, reasons }) =>
    reasons.map(({ message, lines }) => `- ${codeSpan(placeOf(path, lines))}: ${sentence(message)}`),
  );
  let length = 0;
  const shown = lines.filter((line) => {
    length += line.length + 1;
    return length <= MAX_LIST;
  });
  const left = lines.length - shown.length;
  return [...shown, ...(left > 0 ? [`- ${left} more`] : [])].join("\n");
}

type Described = { row: ReportRow; name: string; site: string; app: GitHubApp };

/** The comment, as things are now. */
async function describe(ctx: SystemContext, { row, name, site, app }: Described): Promise<string> {
  const { pages, silence, refusal } = row.content as ReportContent;
  const found =
    pages.length > 0
      ? `**${titleOf(pages)}** when this is merged (${row.headSha.slice(0, 10)}):\n\n${listPages(pages)}`
      : `**${silence === DECLINED ? "Nothing new" : "No page will be false"}** when this is merged (${row.headSha.slice(0, 10)}): ${sentence(silence ?? "nothing was found.")}`;
  const work = await describeJob(ctx, row, site);
  const answer = refusal === null ? work : `No job was started: ${sentence(refusal)}`;
  const slug = await readSlug(app);
  const offer =
    pages.length > 0 && answer === null ? `Comment \`@${slug} update docs\` to have a pull request made.` : null;
  return [found, answer, offer, `[Automation ${name}](${site}/automations) of Docsteward.`]
    .filter((part) => part !== null)
    .join("\n\n");
}

async function describeJob({ db }: SystemContext, row: ReportRow, site: string): Promise<string | null> {
  if (row.jobId === null) return null;
  const job = await db.job.findUnique({ where: { id: row.jobId, projectId: row.projectId } });
  if (job === null) return null;
  const link = `[job](${site}/jobs/${job.id})`;
  const pull = await db.pullRequest.findFirst({
    where: { jobId: job.id, projectId: row.projectId },
    orderBy: { createdAt: "desc" },
  });
  const made = pull === null ? "" : ` Its pull request: ${pull.url ?? `${site}/pulls/${pull.number}`}`;
  if (job.status === "active") return `A ${link} works on the docs.${made}`;
  if (job.status === "completed") return `A ${link} looked into it.${made}`;
  return `The ${link} failed: ${sentence(job.failureReason ?? "no reason is known.")}${made}`;
}
