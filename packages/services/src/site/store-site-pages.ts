import type { IndexedPage } from "@docsteward/assistant/page/indexed-page";
import type { Transaction } from "@docsteward/db/client";
import { withTransaction } from "@docsteward/db/with-transaction";
import type { Services } from "../context.ts";
import type { IndexClaim } from "./index-claim.ts";
import { lockIndexClaim } from "./lock-index-claim.ts";

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
export async function storeSitePages(
  services: Services,
  claim: IndexClaim,
  input: { pages: NewSitePage[]; gone: string[] },
): Promise<void> {
  const { pages, gone } = input;
  await withTransaction(services.db, async (tx) => {
    await lockIndexClaim(tx, claim);
    await endPages(tx, claim, [...gone, ...pages.map(({ file }) => file)]);
    await insertPages(tx, claim, pages);
  });
}

async function endPages(tx: Transaction, { projectId, attempt }: IndexClaim, files: string[]): Promise<void> {
  await tx.$executeRaw`
    UPDATE "SitePage" SET "untilVersion" = ${attempt}::int
    WHERE "projectId" = ${projectId} AND file = ANY(${files}::text[])
      AND "sinceVersion" < ${attempt}::int AND "untilVersion" IS NULL`;
}

async function insertPages(tx: Transaction, { projectId, attempt }: IndexClaim, pages: NewSitePage[]): Promise<void> {
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
