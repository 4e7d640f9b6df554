import type { IndexedPage } from "@docsteward/assistant/page/indexed-page";
import { WORDS_FORMAT } from "@docsteward/assistant/retriever/lexical/packed-words";
import type { SiteIndex } from "@docsteward/db/client";
import { notify } from "@docsteward/db/notify";
import { z } from "zod";
import { afterCommit, inTransaction, type SystemContext } from "../context.ts";
import { type Lease, lockLease } from "../lease.ts";
import { publishEvent } from "../webhook/publish.ts";

/** A page of the version that a run makes. */
export type NewSitePage = {
  file: string;
  /** Blob that it was made from. */
  sha: string;
  page: IndexedPage;
  /** Packed by `createWordPacker`; null lets each process find them. */
  words?: Uint8Array | null;
  markdown: string;
  changedAt: Date | null;
};

/**
 * Writes what differs in the version that a run makes. It is invisible until `publishVersion`; writing the same twice is as once.
 *
 * @param input.pages new ones, and ones that replace what the file was before
 * @param input.gone files that are pages no more
 * @throws LeaseLostError
 */
export async function storePages(
  ctx: SystemContext,
  { lease, pages, gone }: { lease: Lease<"index">; pages: NewSitePage[]; gone: string[] },
): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    await lockLease(ctx, lease);
    await endPages(ctx, lease, [...gone, ...pages.map(({ file }) => file)]);
    await insertPages(ctx, lease, pages);
  });
}

async function endPages({ db }: SystemContext, { id: projectId, attempt }: Lease, files: string[]): Promise<void> {
  await db.$executeRaw`
    UPDATE "SitePage" SET "untilVersion" = ${attempt}::int
    WHERE "projectId" = ${projectId} AND file = ANY(${files}::text[])
      AND "sinceVersion" < ${attempt}::int AND "untilVersion" IS NULL`;
}

async function insertPages(
  { db }: SystemContext,
  { id: projectId, attempt }: Lease,
  pages: NewSitePage[],
): Promise<void> {
  await db.$executeRaw`
    INSERT INTO "SitePage" ("projectId", file, "sinceVersion", sha, page, words, markdown, "changedAt")
    SELECT ${projectId}, file, ${attempt}::int, sha, page::json, decode(words, 'base64'), markdown, to_timestamp(ms / 1000)
    FROM unnest(
      ${pages.map(({ file }) => file)}::text[], ${pages.map(({ sha }) => sha)}::text[],
      ${pages.map(({ page }) => JSON.stringify(page))}::text[],
      ${pages.map(({ words }) => words && Buffer.from(words).toString("base64"))}::text[],
      ${pages.map(({ markdown }) => markdown)}::text[],
      ${pages.map(({ changedAt }) => changedAt?.getTime() ?? null)}::float8[]
    ) AS new (file, sha, page, words, markdown, ms)
    ON CONFLICT DO NOTHING`;
}

/** A page that answers, without what it says. */
export type SiteFile = {
  file: string;
  sha: string;
  changedAt: Date | null;
  /** MD5 of its stored content, hexadecimal; null unless requested, and where its words are not stored in the current format. */
  digest: string | null;
};

/** The pages of the version that answers. */
export async function listPageFiles(
  { db }: SystemContext,
  { projectId, withDigests }: { projectId: string; withDigests: boolean },
): Promise<SiteFile[]> {
  return db.$queryRaw<SiteFile[]>`
    SELECT page.file, page.sha, page."changedAt",
      CASE WHEN ${withDigests}::bool AND get_byte(page.words, 0) = ${WORDS_FORMAT}::int
        THEN md5(page.page::text) END AS digest
    FROM "SiteIndex" site
    JOIN "SitePage" page ON page."projectId" = site."projectId" AND page."sinceVersion" <= site.version
      AND (page."untilVersion" IS NULL OR page."untilVersion" > site.version)
    WHERE site."projectId" = ${projectId}`;
}

/** The result of an index run, from the worker. */
export type NewVersion = {
  commit: string;
  /** See `SiteIndex.fingerprint`. */
  fingerprint: string;
  /** Groups of terms that mean the same. */
  synonyms?: string[][];
  pageCount: number;
  /** Pages that it lacks since they take too much to read. */
  skipped?: IndexSkippedPage[];
  /** False when the run wrote no page and took none away: the version that answers stays. */
  hasChanges: boolean;
};

/**
 * Makes the version of a run the one that answers: from the commit of this transaction on it does, and the earlier one does
 * not.
 *
 * @throws LeaseLostError
 */
export async function publishVersion(
  ctx: SystemContext,
  { lease, hasChanges, skipped = [], synonyms = [], ...facts }: NewVersion & { lease: Lease<"index"> },
): Promise<void> {
  const projectId = lease.id;
  await inTransaction(ctx, async (ctx) => {
    const { db, clock } = ctx;
    await lockLease(ctx, lease);
    const version = hasChanges ? await nextVersion(ctx, lease) : {};
    await db.siteIndex.update({
      where: { projectId },
      data: { ...facts, synonyms, ...toRow(skipped), ...version, indexedAt: clock.now() },
    });
    await notify(db, "site", projectId);
    const data = { projectId, commit: facts.commit, pages: facts.pageCount };
    if (hasChanges) await publishEvent(ctx, { projectId, event: { type: "index.updated", data } });
  });
  afterCommit(ctx, () => ctx.sites.expire(projectId));
}

/** The run's version, and which one it replaces. */
async function nextVersion({ db }: SystemContext, { id: projectId, attempt }: Lease) {
  const { commit, indexedAt } = await db.siteIndex.findUniqueOrThrow({
    where: { projectId },
    select: { commit: true, indexedAt: true },
  });
  return { version: attempt, previousCommit: commit, previousIndexedAt: indexedAt };
}

const toRow = (skipped: IndexSkippedPage[]) => ({
  skippedPages: skipped.slice(0, MAX_SKIPPED_NAMED),
  skippedCount: skipped.length,
});

/** More are counted, and not named. */
const MAX_SKIPPED_NAMED = 100;

const SkippedPages = z.array(
  z.object({
    path: z.string(),
    /** The blob that takes too much: another one is tried again. */
    sha: z.string(),
    /** The bound that it passed: under a higher one it is tried again. */
    cpuSeconds: z.number(),
    /** As the end of a sentence: "takes more than 5 s of CPU time". */
    reason: z.string(),
  }),
);

/** A page that is left out of the version that answers, since it takes too much to read. */
export type IndexSkippedPage = z.output<typeof SkippedPages>[number];

/** The pages that a run has left out, by the row that it wrote. */
export function readSkippedPages({ skippedPages }: Pick<SiteIndex, "skippedPages">): IndexSkippedPage[] {
  return SkippedPages.parse(skippedPages);
}
