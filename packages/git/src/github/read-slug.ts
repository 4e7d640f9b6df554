import type { GitHubApp } from "./github-app.ts";

const slugs = new WeakMap<GitHubApp, Promise<string>>();

/** The name of the App in addresses, by which comments speak to it; asked once. */
export function readSlug(app: GitHubApp): Promise<string> {
  const known = slugs.get(app);
  if (known) return known;
  const asked = app
    .asApp((request) => request("GET /app"))
    .then((found) => found?.slug ?? "")
    .catch((error) => {
      slugs.delete(app);
      throw error;
    });
  slugs.set(app, asked);
  return asked;
}
