import type { ServiceContext } from "../context.ts";

/** How many passages the pages of the project's answering version have, and how many pages can be found by meaning, too. */
export async function countPassages({ db, project, embedder }: ServiceContext): Promise<{
  passages: number;
  /** Pages whose passages are embedded; null when the installation finds pages by their words alone. */
  embeddedPages: number | null;
}> {
  const [row] = await db.$queryRaw<{ passages: number; embedded: number }[]>`
    SELECT coalesce(sum(json_array_length(page.page->'chunks')), 0)::int AS passages, count(vectors.file)::int AS embedded
    FROM "SiteIndex" site
    JOIN "SitePage" page ON page."projectId" = site."projectId" AND page."sinceVersion" <= site.version
      AND (page."untilVersion" IS NULL OR page."untilVersion" > site.version)
    LEFT JOIN "SitePageVectors" vectors ON vectors."projectId" = page."projectId" AND vectors.file = page.file
      AND vectors."sinceVersion" = page."sinceVersion" AND vectors."embedderId" = ${embedder?.id ?? ""}
    WHERE site."projectId" = ${project.id}`;
  return { passages: row?.passages ?? 0, embeddedPages: embedder === null ? null : (row?.embedded ?? 0) };
}
