import { AppError } from "@docsteward/contract/error";

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
