import type { GitHubApp } from "@docsteward/git/github/github-app";

/** An App as GitHub tells of it: its short name in addresses, its name and its page. */
export type AppDescription = { slug: string; name: string; url: string };

/** Asks GitHub about the App, which proves its key. @throws GitError when GitHub does not answer, or does not know the key */
export async function describeApp(app: GitHubApp): Promise<AppDescription> {
  const found = await app.asApp((request) => request("GET /app"));
  return { slug: found?.slug ?? "", name: found?.name ?? "", url: found?.html_url ?? "" };
}
