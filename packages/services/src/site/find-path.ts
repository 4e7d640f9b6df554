import { findPage } from "@docsteward/assistant/page/find-page";
import { AppError } from "@docsteward/contract/error";
import type { ServiceContext } from "../context.ts";
import { openSite } from "./open.ts";

/**
 * The path on the site of a page that somebody names in any spelling.
 *
 * @throws AppError `not_found`; `unavailable` while the project has no index yet
 */
export async function findSitePath(ctx: ServiceContext, input: { path: string }): Promise<string> {
  const page = findPage((await openSite(ctx)).retriever, input.path, ctx.project.siteUrl);
  if (page) return page.path;
  throw new AppError("not_found", `Page "${input.path}" not found on ${ctx.project.domain}.`);
}
