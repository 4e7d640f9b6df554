import type { LocalRepository } from "@docsteward/git/local/local-repository";
import type { GivenPage } from "./corpus.ts";
import { roleOf, withoutTranslations } from "./file-role.ts";
import { listFiles, readContents } from "./source-repository.ts";

/** The pages of a commit, for a comparison with the code of another repository. */
export async function readPages(
  repository: LocalRepository,
  commit: string,
  isPage: (path: string) => boolean = () => true,
): Promise<GivenPage[]> {
  const files = (await listFiles(repository, commit)).filter(({ path }) => roleOf(path) === "page" && isPage(path));
  const wanted = new Set(withoutTranslations(files.map(({ path }) => path)));
  const bySha = Map.groupBy(files, ({ sha }) => sha);
  const pages: GivenPage[] = [];
  await readContents(repository, [...bySha.keys()], (sha, text) => {
    for (const { path } of bySha.get(sha) ?? []) if (text !== null && wanted.has(path)) pages.push({ path, text });
  });
  return pages;
}
