import { AppError } from "@docsteward/contract/error";
import { openKept } from "@docsteward/git/cache/open-kept";
import type { TextAt } from "@docsteward/git/files/read-texts-at";
import { readTextsAt } from "@docsteward/git/files/read-texts-at";
import { readTexts } from "@docsteward/git/local/read-texts";
import type { FileChange } from "@docsteward/git/workspace";
import type { ServiceContext } from "../context.ts";
import { hostKindOf } from "../git-host/host-kind.ts";
import { getPullRequest } from "./get.ts";
import type { PullRequestName } from "./require.ts";

/** A page that a pull request changes, as it was and as it will be; null where there is none, or none that is text. */
export type ChangedPage = { path: string; status: FileChange["status"]; before: string | null; after: string | null };

/** Reads one page of a pull request whole. @throws AppError `not_found` when it changes no such file */
export async function getChangedPage(
  ctx: ServiceContext,
  { path, ...name }: PullRequestName & { path: string },
): Promise<ChangedPage> {
  const { number, repository, files, range } = await getPullRequest(ctx, name);
  const file = files.find((changed) => changed.path === path);
  if (file === undefined || range === null) {
    throw new AppError("not_found", `Pull request #${number} doesn't change the page ${path}.`);
  }
  const [before = null, after = null] = await read(ctx, repository, [
    { commit: range.base, path: file.from ?? path },
    { commit: range.head, path },
  ]);
  return { path, status: file.status, before, after };
}

async function read({ dataDir }: ServiceContext, repository: string, wanted: TextAt[]): Promise<(string | null)[]> {
  if (hostKindOf(repository) === "local") return readTexts(repository, wanted);
  using kept = await openKept({ dataDir, repository });
  return await readTextsAt(kept, wanted);
}
