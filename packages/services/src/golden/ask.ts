import { normalPath } from "@docsteward/assistant/retriever/page-filter";
import type { Retriever } from "@docsteward/assistant/retriever/retriever";
import type { GoldenQuestion } from "@docsteward/db/client";

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
