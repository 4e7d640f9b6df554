import { createRetriever, type RetrieverOptions } from "@docsteward/assistant/retriever/create-retriever";
import { normalPath } from "@docsteward/assistant/retriever/page-filter";
import type { Retriever } from "@docsteward/assistant/retriever/retriever";
import type { GoldenQuestion, Prisma } from "@docsteward/db/client";
import { newId } from "@docsteward/platform/id";
import { inTransaction, type ProjectContext, type SystemContext } from "../context.ts";
import { type Lease, lockLease } from "../lease.ts";
import { loadVectors, loadVersion, readStoredSynonyms } from "../site/load.ts";
import { publishEvent } from "../webhook/publish.ts";

type NextVersion = {
  lease: Lease<"index">;
  /** The commit of the version that the run made, and the version that answers now. */
  commit: string;
  version: number;
  /** The synonyms of the version that the run made. */
  synonyms?: readonly (readonly string[])[];
  signal: AbortSignal;
  /** Questions that are left when it is over are not asked. One always is. */
  withinMs?: number;
};

/** What the check found: how many questions lost their page, and whether the version has to wait for an owner. */
type GoldenCheck = { lost: number; isHeld: boolean };

const WITHIN_MS = 60_000;

/**
 * Asks the golden questions of the version that answers and of the one that a run has made, before it answers. What only the
 * earlier one finds is recorded, sent to webhooks, and becomes a gap that names the commit.
 *
 * Both are searched by the same means: words, and the meaning of the pages that are the same in both.
 *
 * @returns null without golden questions, and for the first version
 * @throws LeaseLostError; the signal's reason
 */
export async function checkGoldenQuestions(ctx: ProjectContext, next: NextVersion): Promise<GoldenCheck | null> {
  // Where time runs out, the next version is asked first what this one was not.
  const orderBy: Prisma.GoldenQuestionOrderByWithRelationInput[] = [
    { checkedAt: { sort: "asc", nulls: "first" } },
    { createdAt: "asc" },
    { id: "asc" },
  ];
  const questions = await ctx.db.goldenQuestion.findMany({ where: { projectId: ctx.project.id }, orderBy });
  if (questions.length === 0 || next.version === 0) return null;
  const [before, after] = await openBoth(ctx, next);
  const found: GoldenQuestion[] = [];
  const missed: GoldenQuestion[] = [];
  const lost: GoldenQuestion[] = [];
  const endMs = performance.now() + (next.withinMs ?? WITHIN_MS);
  for (const question of questions) {
    next.signal.throwIfAborted();
    if (await isGoldenFound(after, question)) found.push(question);
    else {
      missed.push(question);
      if (await isGoldenFound(before, question)) lost.push(question);
    }
    if (performance.now() >= endMs) break;
  }
  return recordCheck(ctx, next, { found, missed, lost });
}

async function openBoth(
  ctx: ProjectContext,
  { lease, version, synonyms = [] }: NextVersion,
): Promise<[Retriever, Retriever]> {
  const { db, embedder, project } = ctx;
  const [before, after] = [
    await loadVersion(db, project.id, version),
    await loadVersion(db, project.id, lease.attempt),
  ];
  const index = await db.siteIndex.findUniqueOrThrow({ where: { projectId: project.id }, select: { synonyms: true } });
  const open = async (site: typeof before, other: typeof before, synonyms: RetrieverOptions["synonyms"]) => {
    const pages = [...site.pages.values()].map(({ page }) => page);
    if (embedder === null) return createRetriever(pages, { synonyms });
    const vectors = await loadVectors(db, { projectId: project.id, embedderId: embedder.id, loaded: site });
    const isInBoth = (file: string) => other.pages.get(file)?.sinceVersion === site.pages.get(file)?.sinceVersion;
    const shared = new Map([...vectors].filter(([{ file }]) => isInBoth(file)));
    return createRetriever(pages, { synonyms, ...(shared.size > 0 && { meaning: { embedder, vectors: shared } }) });
  };
  return [await open(before, after, readStoredSynonyms(index)), await open(after, before, synonyms)];
}

type Outcome = Record<"found" | "missed" | "lost", GoldenQuestion[]>;

/** Named in a webhook and in the database: more are counted. */
const MAX_NAMED = 50;
/** Of a project; older ones are deleted. */
const MAX_RUNS = 200;

async function recordCheck(
  ctx: ProjectContext,
  { lease, commit }: NextVersion,
  { found, missed, lost }: Outcome,
): Promise<GoldenCheck> {
  const { project } = ctx;
  const projectId = project.id;
  const named = lost.slice(0, MAX_NAMED).map((one) => ({ question: one.question, expected: formatExpected(one) }));
  return inTransaction(ctx, async (ctx) => {
    const index = await lockLease(ctx, lease);
    const { db, clock } = ctx;
    const { holdsLostQuestions } = await db.project.findUniqueOrThrow({ where: { id: projectId } });
    const isHeld = lost.length > 0 && holdsLostQuestions && index.releasedCommit !== commit;
    const counts = { asked: found.length + missed.length, found: found.length };
    await addEvalRun(ctx, { projectId, source: "index", commit, ...counts, lost: named, isHeld });
    // While a version waits, what is found is what the earlier one finds.
    const lostNow = isHeld ? new Set(lost) : new Set<GoldenQuestion>();
    const isFound = [...found, ...lostNow].map(({ id }) => id);
    const isMissed = missed.filter((one) => !lostNow.has(one)).map(({ id }) => id);
    const checkedAt = clock.now();
    const mark = (ids: string[], isFound: boolean) =>
      db.goldenQuestion.updateMany({ where: { projectId, id: { in: ids } }, data: { isFound, checkedAt } });
    await mark(isFound, true);
    await mark(isMissed, false);
    if (lost.length === 0) return { lost: 0, isHeld };
    for (const question of lost) await openGap(ctx, { question, commit, at: clock.now() });
    const data = { projectId, commit, isHeld, lost: named };
    await publishEvent(ctx, { projectId, event: { type: "index.regressed", data } });
    return { lost: lost.length, isHeld };
  });
}

/** A note keeps a gap that no reader has asked for. */
async function openGap(
  { db, project }: ProjectContext,
  { question, commit, at }: { question: GoldenQuestion; commit: string; at: Date },
): Promise<void> {
  const projectId = project.id;
  const note = `Commit ${commit.slice(0, 12)} broke this golden question. Search no longer finds ${formatExpected(question)}.`;
  const open = { state: "open", closedAt: null, note } as const;
  const known = await db.gap.findFirst({ where: { projectId, question: question.question } });
  if (known) await db.gap.update({ where: { id: known.mergedIntoId ?? known.id }, data: open });
  else {
    const times = { createdAt: at, lastAskedAt: at };
    await db.gap.create({ data: { id: newId("gap"), projectId, question: question.question, ...times, ...open } });
  }
}

type NewEvalRun = {
  projectId: string;
  source: "index" | "eval";
  commit: string;
  asked: number;
  found: number;
  cited?: number;
  judged?: number;
  lost?: { question: string; expected: string }[];
  isHeld?: boolean;
};

/** Keeps how the golden questions fared; of a project the last 200 times. */
export async function addEvalRun({ db, clock }: SystemContext, run: NewEvalRun): Promise<void> {
  await db.evalRun.create({ data: { id: newId("evl"), createdAt: clock.now(), ...run } });
  await db.$executeRaw`
    DELETE FROM "EvalRun" WHERE "projectId" = ${run.projectId} AND id NOT IN (
      SELECT id FROM "EvalRun" WHERE "projectId" = ${run.projectId} ORDER BY "createdAt" DESC, id DESC LIMIT ${MAX_RUNS}::int)`;
}

/** A question is found when its page, or a passage with its fact, is among so many pages. */
export const FOUND_AMONG = 5;

type Expected = Pick<GoldenQuestion, "question" | "page" | "fact">;

/** Whether a site's search finds what answers a golden question. */
export async function isGoldenFound(retriever: Retriever, { question, page, fact }: Expected): Promise<boolean> {
  const hits = await retriever.search({ text: question, limit: FOUND_AMONG });
  const path = page === null ? null : normalPath(page);
  const wanted = fact === null ? null : plain(fact);
  return hits.some(
    ({ page: found }) =>
      (path === null || found.path === path) &&
      (wanted === null || found.chunks.some(({ text }) => plain(text).includes(wanted))),
  );
}

/** What a golden question expects, in words. */
export function formatExpected({ page, fact }: Expected): string {
  return [page, fact === null ? null : `"${fact}"`].filter((part) => part !== null).join(" with ");
}

const plain = (text: string) => text.toLowerCase().replace(/\s+/g, " ").trim();
