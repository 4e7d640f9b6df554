import type { SiteIndex } from "@docsteward/db/client";
import { z } from "zod";

/** More are counted, and not named. */
export const MAX_SKIPPED_NAMED = 100;

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
