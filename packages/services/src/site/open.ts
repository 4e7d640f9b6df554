import { AppError } from "@docsteward/contract/error";
import type { ServiceContext } from "../context.ts";
import type { OpenedSite } from "./opened-site.ts";

const RETRY_AFTER_SECONDS = 5;

/**
 * The project's pages, ready to be searched: the version that answers now. Whoever holds it keeps that version.
 *
 * @throws AppError `unavailable` while the project has no index yet
 */
export async function openSite(ctx: ServiceContext): Promise<OpenedSite> {
  const site = await ctx.sites.open(ctx.project.id);
  if (site) return site;
  throw new AppError(
    "unavailable",
    `The pages of ${ctx.project.domain} aren't indexed yet. Try again in a few seconds.`,
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  );
}
