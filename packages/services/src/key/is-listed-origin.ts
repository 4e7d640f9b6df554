import type { Services } from "../context.ts";
import { isOwnOrigin } from "./is-own-origin.ts";

/**
 * Whether pages of a website may read answers about a documentation site: one of the site's valid keys lists it.
 *
 * Asked before there is a key (a browser's preflight has none) and for refusals. False for a site that does not exist.
 */
export async function isListedOrigin(
  services: Services,
  { domain, origin }: { domain: string; origin: string },
): Promise<boolean> {
  if (isOwnOrigin(services, origin)) return true;
  if (domain.length > 100 || domain.includes("\0")) return false;
  const now = services.clock.now();
  const origins = await services.memory.recall(`origins:${domain}`, async () => {
    const keys = await services.db.apiKey.findMany({
      where: { kind: "assistant", revokedAt: null, project: { domain } },
      select: { allowedOrigins: true, expiresAt: true },
    });
    const listed = keys
      .filter(({ expiresAt }) => !expiresAt || expiresAt > now)
      .flatMap(({ allowedOrigins }) => allowedOrigins);
    // Made-up domains must not push what is remembered of keys out of the memory.
    return listed.length > 0 ? listed : null;
  });
  return origins?.includes(origin) ?? false;
}
