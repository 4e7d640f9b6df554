import type { SiteIndex } from "@docsteward/db/client";
import { z } from "zod";
import { inTransaction, type SystemContext } from "../context.ts";
import { type Lease, lockLease } from "../lease.ts";

const Counts = z.object({
  commit: z.string(),
  /** Errors and warnings by file; files without any are left out. */
  files: z.record(z.string(), z.tuple([z.int(), z.int()])),
});

/** How many problems the checks found in each file of a commit. */
export type SiteFindings = z.output<typeof Counts>;

/** A site with problems in more files shows those of the first ones. */
const MAX_FILES = 10_000;

type Finding = { path: string };

/** Counts the findings of a check of a whole site by file. */
export function countFindings(commit: string, { errors, warnings }: { errors: Finding[]; warnings: Finding[] }) {
  const files = new Map<string, [number, number]>();
  for (const [at, found] of [errors, warnings].entries()) {
    for (const { path } of found) {
      const counts = files.get(path) ?? [0, 0];
      if (at === 0) counts[0] += 1;
      else counts[1] += 1;
      files.set(path, counts);
    }
  }
  return { commit, files: Object.fromEntries([...files].slice(0, MAX_FILES)) } satisfies SiteFindings;
}

/** The findings of the last check of the site; null while it was not checked. */
export function readFindings({ findings }: Pick<SiteIndex, "findings">): SiteFindings | null {
  return Counts.nullable().parse(findings);
}

/** Stores what the checks found at the commit that a run reads. @throws LeaseLostError */
export async function storeFindings(
  ctx: SystemContext,
  { lease, findings }: { lease: Lease<"index">; findings: SiteFindings },
): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    await lockLease(ctx, lease);
    await ctx.db.siteIndex.update({ where: { projectId: lease.id }, data: { findings } });
  });
}
