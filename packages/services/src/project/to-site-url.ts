import { AppError } from "@docsteward/contract/error";
import { trimEndOf } from "@docsteward/platform/cut-text";

/**
 * Brings the address that readers find a site at into the form that is stored: http or https, perhaps with a path, without a
 * slash at the end.
 *
 * @throws AppError `invalid_request` for everything else
 */
export function toSiteUrl(text: string): string {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : null;
  const isPlain = url && /^https?:$/.test(url.protocol) && !url.username && !url.password && !url.search && !url.hash;
  if (isPlain) return trimEndOf(url.href, "/");
  const sentence = `The site's URL "${text}" is invalid. Use the form https://docs.acme.com or https://acme.com/docs.`;
  throw new AppError("invalid_request", sentence, { details: [{ path: "siteUrl", message: sentence }] });
}
