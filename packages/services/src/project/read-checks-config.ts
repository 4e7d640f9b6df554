import { GitError } from "@docsteward/git/error";
import { readTexts } from "@docsteward/git/local/local-repository";
import type { ProjectContext } from "../context.ts";
import { gitReads } from "../limit/concurrency.ts";

/** The checks configuration of a project's repository, from `readChecksConfig`. */
export type ChecksConfigText = {
  path: string;
  /** The branch that counts. */
  ref: string;
  /** The text of the file; null when there is none. */
  text: string | null;
  /** Why it can't be determined; null when it can. */
  problem: string | null;
};

const PATH = ".docsteward/checks.json";
const ELSEWHERE =
  "The repository isn't on this machine, so the file can't be shown. Each job reads it from the base branch.";

/** Reads what the repository says of its checks, from the base branch. */
export async function readChecksConfig({ project }: Pick<ProjectContext, "project">): Promise<ChecksConfigText> {
  const { host, repository, baseRef: ref } = project;
  const place = { path: PATH, ref };
  if (host !== "local") return { ...place, text: null, problem: ELSEWHERE };
  try {
    const [text = null] = await gitReads.run(project.organizationId, "files", () =>
      readTexts(repository, [{ commit: `refs/heads/${ref}`, path: PATH }]),
    );
    return { ...place, text, problem: null };
  } catch (error) {
    if (error instanceof GitError) return { ...place, text: null, problem: error.message };
    throw error;
  }
}
