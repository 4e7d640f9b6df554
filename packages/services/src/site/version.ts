import type { IndexedPage } from "@docsteward/assistant/page/indexed-page";
import type { Transaction } from "@docsteward/db/client";
import { notify } from "@docsteward/db/notify";
import { withTransaction } from "@docsteward/db/with-transaction";
import type { Services } from "../context.ts";
import { publishEvent } from "../webhook/publish.ts";
import { type IndexLease, lockIndexLease } from "./index-run.ts";
import { type IndexSkippedPage, MAX_SKIPPED_NAMED } from "./skipped-pages.ts";

/** A page of the version that a run makes. */
export type NewSitePage = {
  file: string;
  /** Blob that it was made from. */
  sha: string;
  page: IndexedPage;
  markdown: string;
  changedAt: Date | null;
};

/**
 * Writes what differs in the version that a run makes. Nobody sees it before `finishIndex`; writing the same twice is as once.
 *
 * @param input.pages new ones, and ones that replace what the file was before
 * @param input.gone files that are pages no more
 * @throws IndexLostError when the worker has lost the run
 */
export async function storePages(
  services: Services,
  claim: IndexLease,
  input: { pages: NewSitePage[]; gone: string[] },
): Promise<void> {
  const { pages, gone } = input;
  await withTransaction(services.db, async (tx) => {
    await lockIndexLease(tx, claim);
    await endPages(tx, claim, [...gone, ...pages.map(({ file }) => file)]);
    await insertPages(tx, claim, pages);
  });
}

async function endPages(tx: Transaction, { projectId, attempt }: IndexLease, files: string[]): Promise<void> {
  await tx.$executeRaw`
    UPDATE "SitePage" SET "untilVersion" = ${attempt}::int
    WHERE "projectId" = ${projectId} AND file = ANY(${files}::text[])
      AND "sinceVersion" < ${attempt}::int AND "untilVersion" IS NULL`;
}

async function insertPages(tx: Transaction, { projectId, attempt }: IndexLease, pages: NewSitePage[]): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO "SitePage" ("projectId", file, "sinceVersion", sha, page, markdown, "changedAt")
    SELECT ${projectId}, file, ${attempt}::int, sha, page::json, markdown, to_timestamp(ms / 1000)
    FROM unnest(
      ${pages.map(({ file }) => file)}::text[], ${pages.map(({ sha }) => sha)}::text[],
      ${pages.map(({ page }) => JSON.stringify(page))}::text[], ${pages.map(({ markdown }) => markdown)}::text[],
      ${pages.map(({ changedAt }) => changedAt?.getTime() ?? null)}::float8[]
    ) AS new (file, sha, page, markdown, ms)
    ON CONFLICT DO NOTHING`;
}

/** A page that answers, without what it says. */
export type SiteFile = {
  file: string;
  sha: string;
  changedAt: Date | null;
  /** MD5 of what it says as it is stored, hexadecimal; null unless asked for. */
  digest: string | null;
};

/** The pages of the version that answers. */
export async function listPageFiles(
  { db }: Services,
  { projectId, withDigests }: { projectId: string; withDigests: boolean },
): Promise<SiteFile[]> {
  return db.$queryRaw<SiteFile[]>`
    SELECT page.file, page.sha, page."changedAt", CASE WHEN ${withDigests}::bool THEN md5(page.page::text) END AS digest
    FROM "SiteIndex" site
    JOIN "SitePage" page ON page."projectId" = site."projectId" AND page."sinceVersion" <= site.version
      AND (page."untilVersion" IS NULL OR page."untilVersion" > site.version)
    WHERE site."projectId" = ${projectId}`;
}

export type NewVersion = {
  commit: string;
  /** See `SiteIndex.ground`. */
  ground: string;
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
 * @throws IndexLostError when the worker has lost the run
 */
export async function publishVersion(services: Services, claim: IndexLease, made: NewVersion): Promise<void> {
  const { hasChanges, skipped = [], ...facts } = made;
  const { projectId, attempt } = claim;
  await withTransaction(services.db, async (tx) => {
    await lockIndexLease(tx, claim);
    const version = hasChanges ? { version: attempt } : {};
    await tx.siteIndex.update({
      where: { projectId },
      data: { ...facts, ...toRow(skipped), ...version, indexedAt: services.clock.now() },
    });
    await notify(tx, "site", projectId);
    const data = { projectId, commit: made.commit, pages: made.pageCount };
    if (hasChanges) {
      const ctx = { ...services, db: tx, actor: { kind: "service" } } as const;
      await publishEvent(ctx, { projectId, event: { type: "index.updated", data } });
    }
  });
  services.sites.expire(projectId);
}

const toRow = (skipped: IndexSkippedPage[]) => ({
  skippedPages: skipped.slice(0, MAX_SKIPPED_NAMED),
  skippedCount: skipped.length,
});
