import { AppError } from "@docsteward/contract/error";
import { trimEndOf } from "@docsteward/platform/cut-text";

/** First path segments that belong to the service; an organization is the first segment of its dashboard's addresses. */
const RESERVED = new Set([
  "v1",
  "v2",
  "discovery",
  "errors",
  "api",
  "mcp",
  "openapi.json",
  "healthz",
  "readyz",
  "metrics",
  "reference",
  "llms.txt",
  "sign-in",
  "sign-up",
  "setup",
  "settings",
  "invite",
  "account",
]);

const NAME = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** @throws AppError `invalid_request` when `text` cannot be an organization's short name in addresses */
export function requireOrganizationSlug(text: string): string {
  requireName(text, "organization");
  if (RESERVED.has(text)) {
    throw new AppError("invalid_request", `The organization's name "${text}" is reserved. Choose another one.`);
  }
  return text;
}

/** @throws AppError `invalid_request` when `text` cannot be the domain identifier of a documentation site */
export function requireDomain(text: string): string {
  requireName(text, "domain");
  return text;
}

function requireName(text: string, what: "organization" | "domain"): void {
  if (NAME.test(text)) return;
  const message = `The ${what} "${text}" must have 1 to 63 lowercase letters, digits and hyphens, and start and end with a letter or digit.`;
  throw new AppError("invalid_request", message, { details: [{ path: what, message }] });
}

/**
 * Brings the folder of the pages into the form that is stored: relative to the repository's root, without slashes around it,
 * `""` for the whole repository.
 *
 * @throws AppError `invalid_request` when it leads out of the repository or is no plain path
 */
export function normalizeDocsPath(text: string): string {
  const path = trimEndOf(
    text
      .trim()
      .normalize("NFC")
      .replace(/^(?:\.?\/)+/, ""),
    "/",
  );
  if (path === "" || path === ".") return "";
  const isPlain = path
    .split("/")
    .every((part) => part !== "" && part !== "." && part !== ".." && !/^\.git/i.test(part));
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  if (isPlain && !/[\\\u0000-\u001f]/.test(path)) return path;
  const sentence = `The docs path "${text}" must be a folder in the repository, such as docs or website/docs.`;
  throw new AppError("invalid_request", sentence, { details: [{ path: "docsPath", message: sentence }] });
}

/**
 * Brings the address that readers find a site at into the form that is stored: http or https, perhaps with a path, without a
 * slash at the end.
 *
 * @throws AppError `invalid_request` for everything else
 */
export function normalizeSiteUrl(text: string): string {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : null;
  const isPlain = url && /^https?:$/.test(url.protocol) && !url.username && !url.password && !url.search && !url.hash;
  if (isPlain) return trimEndOf(url.href, "/");
  const sentence = `The site's URL "${text}" is invalid. Use the form https://docs.acme.com or https://acme.com/docs.`;
  throw new AppError("invalid_request", sentence, { details: [{ path: "siteUrl", message: sentence }] });
}
