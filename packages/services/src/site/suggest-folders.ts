import { openCachedRepository } from "@docsteward/git/cache/repository-cache";
import { GitError } from "@docsteward/git/error";
import { listMarkdownFolders, type MarkdownFolder } from "@docsteward/git/files/markdown-folders";
import type { ProjectContext } from "../context.ts";
import { gitReads } from "../limit/concurrency.ts";
import { getIndexState } from "./index-state.ts";

const MOST = 5;

/** The folder that a project reads, and the folders of its repository that hold pages; none while the repository is not indexed. */
export type FolderSuggestions = { docsPath: string; folders: MarkdownFolder[] };

/** Finds folders for a project whose own folder holds no Markdown pages: from the commit that was indexed last. */
export async function suggestFolders(ctx: ProjectContext): Promise<FolderSuggestions> {
  const { project, dataDir, repositoryBounds: bounds } = ctx;
  const { docsPath, repository } = project;
  const { answers } = await getIndexState(ctx);
  if (answers === null) return { docsPath, folders: [] };
  try {
    const folders = await gitReads.run(ctx.organization.id, "folders", async () => {
      using kept = await openCachedRepository({ dataDir, repository, bounds });
      return await listMarkdownFolders(kept, { commit: answers.commit, most: MOST });
    });
    return { docsPath, folders: folders.filter(({ path }) => path !== docsPath) };
  } catch (error) {
    // A copy that was removed since is made again by the next index run.
    if (error instanceof GitError) return { docsPath, folders: [] };
    throw error;
  }
}
