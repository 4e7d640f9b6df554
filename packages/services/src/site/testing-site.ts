import { createHash } from "node:crypto";
import type { IndexedPage } from "@docsteward/assistant/page/indexed-page";
import type { ProjectContext } from "../context.ts";
import { requestIndex } from "./index-request.ts";
import { claimIndex, finishIndex } from "./index-run.ts";
import { type IndexSkippedPage, publishVersion, storePages } from "./version.ts";

export type SeedPage = Partial<IndexedPage> & { path: string; text: string };

type SeedOptions = {
  gone?: string[];
  commit?: string;
  changedAt?: Date | null;
  skipped?: IndexSkippedPage[];
  words?: (page: IndexedPage) => Promise<Uint8Array>;
};

/** A page as the index holds it: by default one passage below one heading. */
export function makePage({ path, text, ...given }: SeedPage): IndexedPage {
  const title = given.title ?? path.slice(path.lastIndexOf("/") + 1);
  return {
    file: `docs${path === "/" ? "/index" : path}.md`,
    path,
    title,
    description: null,
    version: null,
    language: null,
    tags: [],
    groups: [],
    readers: [],
    keywords: [],
    isAside: false,
    boost: 1,
    links: [],
    chunks: [{ seq: 0, headings: [title], anchor: title.toLowerCase().replaceAll(" ", "-"), text }],
    ...given,
  };
}

/**
 * Makes exactly these pages the ones that answer for a project, as a worker's run would.
 *
 * @param options.gone files that answered before and do no more
 * @param options.words packs those of a page; without it each process finds them
 */
export async function seedSite(
  ctx: ProjectContext,
  seeds: SeedPage[],
  { gone = [], commit = "1".repeat(40), changedAt = null, skipped = [], words }: SeedOptions = {},
): Promise<void> {
  await requestIndex(ctx);
  const claimed = await claimIndex(ctx, { projectId: ctx.project.id });
  if (claimed === null) throw new Error("A run is under way for this project.");
  const made = seeds.map(makePage);
  const packed = await Promise.all(made.map((page) => words?.(page)));
  const pages = made.map((page, at) => ({
    file: page.file,
    sha: createHash("sha1").update(JSON.stringify(page)).digest("hex"),
    page,
    words: packed[at],
    markdown: page.chunks.map(({ text }) => text).join("\n\n"),
    changedAt,
  }));
  const { lease } = claimed;
  await storePages(ctx, { lease, pages, gone });
  const version = { commit, fingerprint: "seeded", pageCount: pages.length, skipped, hasChanges: true };
  await publishVersion(ctx, { lease, ...version });
  await finishIndex(ctx, { lease });
}
