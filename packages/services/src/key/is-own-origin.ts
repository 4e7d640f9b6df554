import type { Services } from "../context.ts";

const LOCAL = /^https?:\/\/(localhost|[\w-]+\.localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/**
 * Whether a website needs no listing on a key: the service's own pages, and every page on this machine as long as the service is
 * reached at an address of this machine, too, which is to say in development.
 */
export function isOwnOrigin({ baseUrl }: Pick<Services, "baseUrl">, origin: string): boolean {
  const own = new URL(baseUrl).origin;
  return origin === own || (LOCAL.test(own) && LOCAL.test(origin));
}
