import { trimEndOf } from "@docsteward/platform/cut-text";
import { z } from "zod";

/** First path segments that belong to the service; an organization is the first segment of its dashboard's addresses. */
const RESERVED = new Set([
  "v1",
  "v2",
  "discovery",
  "errors",
  "api",
  "mcp",
  "oauth",
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

const nameSchema = (what: "organization" | "domain") =>
  z
    .string()
    .max(100)
    .regex(NAME, {
      error: ({ input }) =>
        `The ${what} "${input}" must have 1 to 63 lowercase letters, digits and hyphens, and start and end with a letter or digit.`,
    });

/** An organization's short name in addresses. */
export const OrganizationSlug = nameSchema("organization").refine((text) => !RESERVED.has(text), {
  error: ({ input }) => `The organization's name "${input}" is reserved. Choose another one.`,
});

/** The domain identifier of a documentation site. */
export const Domain = nameSchema("domain");

/** The folder of the pages, brought into the form that is stored: relative to the repository's root, `""` for the whole repository. */
export const DocsPath = z
  .string()
  .max(1_000)
  .transform((text, { addIssue }) => {
    const path = normalizeDocsPath(text);
    if (path !== null) return path;
    addIssue(`The docs path "${text}" must be a folder in the repository, such as docs or website/docs.`);
    return z.NEVER;
  });

/** The address that readers find a site at, brought into the form that is stored: http or https, without a slash at the end. */
export const SiteUrl = z
  .string()
  .max(2_000)
  .transform((text, { addIssue }) => {
    const url = URL.canParse(text.trim()) ? new URL(text.trim()) : null;
    const isPlain = url && /^https?:$/.test(url.protocol) && !url.username && !url.password && !url.search && !url.hash;
    if (isPlain) return trimEndOf(url.href, "/");
    addIssue(`The site's URL "${text}" is invalid. Use the form https://docs.acme.com or https://acme.com/docs.`);
    return z.NEVER;
  });

const MAIL = /^[A-Za-z0-9.+_-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,8}$/;

/** Where readers reach a person, brought into the form that is stored: the address of a page, or `mailto:` with one of mail. */
export const SupportContact = z
  .string()
  .max(2_000)
  .transform((text, { addIssue }) => {
    const contact = text.trim().replace(/^mailto:/i, "");
    if (MAIL.test(contact)) return `mailto:${contact}`;
    const url = URL.canParse(contact) ? new URL(contact) : null;
    // What answers show in Markdown: no sign that could end the link.
    if (url && /^https?:$/.test(url.protocol) && !url.username && !url.password && !/[()<>\s]/.test(url.href))
      return url.href;
    addIssue(`The contact "${text}" is invalid. Use an address such as https://acme.com/support or help@acme.com.`);
    return z.NEVER;
  });

/** A path that leads out of the repository, or is no plain path, gives null. */
function normalizeDocsPath(text: string): string | null {
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
  return null;
}
