import type { Workspace } from "@docsteward/git/workspace";
import { trimEndOf } from "@docsteward/platform/cut-text";
import { decodeReferences } from "@docsteward/text/markdown/character-references";
import type { lintSource } from "@secretlint/core";
import { grepPages } from "../workspace/grep-pages.ts";
import { findTokens, isExampleLogin, isPlaceholder, readLogin } from "./token-formats.ts";

type FoundSecret = { line: number; name: string };

/** Longer lines are cut, so that no rule meets a line whose length it does not expect. */
const MAX_LINE = 2_000;
const OVERLAP = 300;
const MAX_BLOCK = 64_000;
/**
 * What looks like a secret in a text and stood in none of the texts it comes from, in order of lines. Never says the secret itself.
 *
 * The rules are those of secretlint, and a table of formats that it does not know (`token-formats.ts`).
 */
export async function findNewSecrets(before: readonly string[], after: string): Promise<FoundSecret[]> {
  const old = new Set(before.flatMap((text) => text.split("\n")));
  const lines = after.split("\n").flatMap((text, index) => (old.has(text) ? [] : [{ text, line: index + 1 }]));
  const isNew = (secret: string) => !before.some((text) => text.includes(secret));
  const found: FoundSecret[] = [];
  for (const block of toBlocks(lines)) {
    const text = block.map((one) => one.text).join("\n");
    const lineAt = (offset: number) => block[text.slice(0, offset).split("\n").length - 1]?.line ?? 1;
    for (const { secret, offset, name } of [...findTokens(text), ...(await lint(text))]) {
      if (isNew(secret)) found.push({ line: lineAt(offset), name });
    }
  }
  return found.sort((a, b) => a.line - b.line);
}

type Line = { text: string; line: number };

function* toBlocks(lines: readonly Line[]): Iterable<Line[]> {
  let [block, size]: [Line[], number] = [[], 0];
  for (const { text, line } of lines) {
    for (let at = 0; at === 0 || at < text.length; at += MAX_LINE - OVERLAP) {
      const part = text.slice(at, at + MAX_LINE);
      block.push({ text: part, line });
      size += part.length + 1;
      if (size > MAX_BLOCK) {
        yield block;
        [block, size] = [[], 0];
      }
    }
  }
  if (block.length > 0) yield block;
}

type Found = { secret: string; offset: number; name: string };

async function lint(content: string): Promise<Found[]> {
  const { lintSource, rule } = await loadRules();
  const result = await lintSource({
    source: { content, filePath: "page.md", ext: ".md", contentType: "text" },
    options: { noPhysicFilePath: true, config: { rules: [{ id: "preset", rule }] } },
  });
  return result.messages.flatMap(({ range, ruleId }) => {
    const [start, end] = range;
    const secret = content.slice(start, end);
    return isExample(secret) ? [] : [{ secret, offset: start, name: nameOf(ruleId) }];
  });
}

type Rules = {
  lintSource: typeof lintSource;
  rule: Awaited<typeof import("@secretlint/secretlint-rule-preset-recommend")>["creator"];
};
let rules: Promise<Rules> | null = null;

/** Loaded by the first job that writes: the rules are a quarter of a megabyte of code. */
function loadRules(): Promise<Rules> {
  rules ??= Promise.all([import("@secretlint/core"), import("@secretlint/secretlint-rule-preset-recommend")]).then(
    ([core, preset]) => ({ lintSource: core.lintSource, rule: preset.creator }),
  );
  return rules;
}

/** Whether a finding is what documentation writes in place of a secret. */
function isExample(secret: string): boolean {
  const login = readLogin(secret);
  return login ? isExampleLogin(login) : isPlaceholder(secret);
}

const NAMES: Record<string, string> = {
  privatekey: "a private key",
  basicauth: "a password in a URL",
  npm: "an npm token",
  aws: "an AWS key",
  gcp: "a Google Cloud key",
};

function nameOf(ruleId: string): string {
  const id = ruleId.slice(ruleId.lastIndexOf("secretlint-rule-") + "secretlint-rule-".length);
  if (id === "database-connection-string") return "a password in a database URL";
  return NAMES[id] ?? `a secret of ${id.charAt(0).toUpperCase()}${id.slice(1)}`;
}

type KnownHosts = {
  workspace: Workspace;
  /** Addresses whose hosts are known besides those that the site names: the repository's and this service's. */
  own: readonly string[];
};

const MAX_HOSTS = 20;
const MAX_HOST = 300;
/** Files beside the pages that say which hosts are the site's. */
const CONFIGURATION = [
  "package.json",
  ...["docusaurus", "astro", "next"].flatMap((name) => ["js", "mjs", "ts"].map((ending) => `${name}.config.${ending}`)),
];
/** Directions of writing and signs of no width: they show an address as another one. */
const HIDDEN = /[\p{Cf}\p{DI}]/gu;
const IN_EMOJI = new Set(["\u200c", "\u200d", "\ufe0f"]);
/** A character reference of what addresses are made of. No reader needs one of those. */
const REFERENCE = /&(?:#x[0-9a-f]+|#[0-9]+|colon|period|sol|bsol);?/gi;

/**
 * Takes addresses out of a text for people, when the site names no page of their host: text from outside could track its readers,
 * lead them astray, or carry something away in them. Links, images, HTML and bare addresses alike.
 */
export async function stripForeignLinks(text: string, { workspace, own }: KnownHosts): Promise<string> {
  const plain = text.replace(REFERENCE, plainReference).replace(HIDDEN, (sign) => (IN_EMOJI.has(sign) ? sign : ""));
  const addresses = findAddresses(plain);
  const known = new Map<string, boolean>();
  for (const host of own.flatMap((address) => URL.parse(address)?.host ?? [])) known.set(host, true);
  for (const { host } of addresses) {
    if (!known.has(host))
      known.set(host, isLocal(host) || (known.size < MAX_HOSTS + own.length && (await isNamed(host, workspace))));
  }
  let [result, at] = ["", 0];
  for (const { start, end, host } of addresses) {
    if (known.get(host)) continue;
    result += `${plain.slice(at, start)}(link to ${host.replace(/^(?:www\.)+/, "")} removed)`;
    at = end;
  }
  return result + plain.slice(at);
}

function plainReference(reference: string): string {
  const sign = decodeReferences(`${reference.replace(";", "").toLowerCase()};`);
  return /^[\w.:/\\@-]$/.test(sign) ? sign : reference;
}

type Address = { start: number; end: number; host: string };

const SLASH = /[/\\]/;
const SCHEME_SIGN = /[a-z0-9+.-]/i;
/** What no address holds, or what ends one in Markdown and HTML. */
const END = /[\s<>"'`)\]|]/;

/** The addresses that lead to a host, as browsers read them, in order. Every character is looked at a fixed number of times. */
function findAddresses(text: string): Address[] {
  const found: Address[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const opening = readOpening(text, at);
    if (opening === null) continue;
    const host = hostOf(text.slice(opening.host, opening.host + MAX_HOST), opening.isSure);
    if (host === null) continue;
    let end = opening.host;
    while (end < text.length && !END.test(text[end] ?? "")) end += 1;
    while (end > opening.host && /[.,;:!?*_~]/.test(text[end - 1] ?? "")) end -= 1;
    found.push({ start: opening.start, end, host });
    at = end - 1;
  }
  return found;
}

type Opening = { start: number; host: number; isSure: boolean };

/** An address begins with `https:`, with two slashes of any kind, or with `www.`. */
function readOpening(text: string, at: number): Opening | null {
  const sign = text[at] ?? "";
  if (sign === ":") {
    let start = at;
    while (start > 0 && at - start < 12 && SCHEME_SIGN.test(text[start - 1] ?? "")) start -= 1;
    const scheme = text.slice(start, at).toLowerCase();
    const host = afterSlashes(text, at + 1);
    const isWeb = /^(?:https?|ftp|wss?)$/.test(scheme);
    return host - at > 2 || (isWeb && !END.test(text[host] ?? " "))
      ? { start, host, isSure: isWeb && host - at > 2 }
      : null;
  }
  const isFirst = at === 0 || /[\s(<>"'=[\]|*_~:]/.test(text[at - 1] ?? "");
  if (!isFirst) return null;
  if (SLASH.test(sign) && SLASH.test(text[at + 1] ?? ""))
    return { start: at, host: afterSlashes(text, at), isSure: false };
  const isWww = (sign === "w" || sign === "W") && text.slice(at, at + 4).toLowerCase() === "www.";
  return isWww ? { start: at, host: at, isSure: true } : null;
}

function afterSlashes(text: string, from: number): number {
  let at = from;
  while (at - from < 8 && SLASH.test(text[at] ?? "")) at += 1;
  return at;
}

/** The host that a browser would go to. @param isSure whether a name without a dot is a host as well */
function hostOf(rest: string, isSure: boolean): string | null {
  const authority = rest.split(/[/?#\\\s<>"'`)\]|]/, 1)[0] ?? "";
  const host = URL.parse(`https://${trimEndOf(authority, ".,;:!?*_~")}`)?.host ?? null;
  if (host === null || host === "") return isSure && authority !== "" ? "an invalid URL" : null;
  return isSure || host.includes(".") ? host : null;
}

const isLocal = (host: string) => /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/.test(host);

/** Whether the site's pages or its configuration name a host, as they were when the job began. */
async function isNamed(host: string, workspace: Workspace): Promise<boolean> {
  const name = host.replace(/[.[\]*^$+?(){}|\\]/g, "\\$&");
  // Whole: `hub.example` is not known because `github.example` is.
  const pattern = `(^|[^[:alnum:].-])${name}($|[^[:alnum:].-]|[.]($|[^[:alnum:]]))`;
  const { matches } = await grepPages(workspace, { pattern });
  const paths = [...new Set(matches.map(({ path }) => path))];
  // An edit of the job must not vouch for its own link.
  const changed = new Set((await workspace.changes()).map(({ path }) => path));
  if (paths.some((path) => !changed.has(path))) return true;
  const files = await workspace.start.readMany([...paths, ...CONFIGURATION]);
  return files.some(({ text }) => namesHost(text, host));
}

function namesHost(text: string, host: string): boolean {
  for (let at = text.indexOf(host); at >= 0; at = text.indexOf(host, at + 1)) {
    const after = text.slice(at + host.length, at + host.length + 2);
    if (!/[\w.-]/.test(text[at - 1] ?? "") && !/^(?:[\w-]|\.\w)/.test(after)) return true;
  }
  return false;
}
