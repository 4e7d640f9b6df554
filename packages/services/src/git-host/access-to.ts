import { createGitHubHost } from "@docsteward/git/github/create-github-host";
import type { RepositoryAccess } from "@docsteward/git/host";
import { localAccess } from "@docsteward/git/local/access";
import type { Services } from "../context.ts";
import { hostKindOf } from "./host-kind.ts";

/**
 * How git reaches a repository, wherever it is. Ask before every call: what it brings is short-lived.
 *
 * @throws GitError that says what is wrong with the connection to GitHub
 */
export async function accessTo({ github }: Pick<Services, "github">, repository: string): Promise<RepositoryAccess> {
  if (hostKindOf(repository) === "local") return localAccess(repository);
  return createGitHubHost({ app: github.current }).access({ repository, ref: "", docsPath: "" });
}
