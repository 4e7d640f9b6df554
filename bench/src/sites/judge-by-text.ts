import { posix } from "node:path";
import type { Finding } from "../../../packages/docs/src/checks/finding.ts";
import { stemOf, WITH_FILE_LINKS } from "./fault.ts";
import { isNavigationOf } from "./navigation-lines.ts";
import type { Generator } from "./site-list.ts";

/** A repository, read to look for what a finding says is missing. */
export type LookedThrough = {
  dialect: Generator;
  texts: ReadonlyMap<string, string>;
  /** Every file of the repository. */
  files: ReadonlySet<string>;
};

/** Parts of pages that a build or another file writes, with headings that only it knows. */
const GENERATED =
  /^:::\s*\w+\.|--8<--|\{%-?\s*(?:include|capture|for)|\{\{[#<%]|^[`:]{3,}\{(?:include|eval-rst|auto)|^import .*\.mdx?['"]|<!--\s*@include|^<<<\s|^!include/m;
const NO_PAGE = /(^|\/)(README|CONTRIBUTING|AGENTS|CLAUDE|LICENSE)\.mdx?$|(^|\/)templates?\//i;

/**
 * Looks up in the files of a repository what a finding says is missing, by names alone and without what the checks know of its
 * generator: true where nothing of that name is anywhere it could be. It never says that a finding is false.
 */
export function judgeByText(site: LookedThrough, { rule, path, message }: Finding): true | null {
  const isTrue = () => {
    if (rule === "broken-anchor") return isAnchorLost(site, path, message);
    if (rule === "broken-link" || rule === "missing-asset") return isTargetLost(site, path, { rule, message });
    if (rule === "navigation-entry") return isEntryLost(site, path, message);
    if (rule === "orphan-page") return isListedNowhere(site, path);
    if (rule === "missing-title") return hasNoTitle(site.texts.get(path));
    return false;
  };
  return isTrue() ? true : null;
}

function isAnchorLost({ texts, dialect }: LookedThrough, path: string, message: string): boolean {
  const [, where = "", anchor = ""] = /^(This page|\S.*?) has no heading "#(.*?)" for the link /.exec(message) ?? [];
  const text = texts.get(where === "This page" ? path : where);
  // Any file of a Sphinx site may name a place of any page.
  if (anchor === "" || text === undefined || GENERATED.test(text) || dialect === "sphinx") return false;
  const wanted = safeDecode(anchor).toLowerCase();
  const ids = [
    ...text.matchAll(/(?:\b(?:id|name|title|label|path|query|body|header)=["'{]+|\{[:\s]*#|\[#)([^"'}\]\n]+)/g),
  ];
  const headings = text.split("\n").flatMap((line, at, lines) => {
    const isSetext = /^ {0,3}(?:=+|-{3,})\s*$/.test(lines[at + 1] ?? "");
    return /^[\s>]*#{1,6}\s/.test(line) || /<h[1-6]/.test(line) || isSetext ? [line] : [];
  });
  const names = [...headings, ...ids.map((match) => match[1] ?? "")].flatMap(slugsOf);
  const isNamed = new Set(names);
  return ![wanted, wanted.replace(/[-_]\d+$/, "")].some((one) => isNamed.has(one));
}

/** What the rules of any generator make of a heading, in lower case. */
function slugsOf(heading: string): string[] {
  const plain = heading
    .replace(/^[\s>]*#{1,6}\s+/, "")
    .replace(/\s*\{[:\s]*#[^}]*\}\s*$/, "")
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/<[^>]+>/g, "")
    .replace(/[`*\\]/g, "")
    .toLowerCase()
    .trim();
  const tidy = (value: string) => value.replace(/-{2,}/g, "-").replace(/^-+|-+$/g, "");
  const github = plain.replace(/[^\p{L}\p{N}\p{M}_\- ]/gu, "").replace(/ /g, "-");
  const spaced = plain.replace(/[^\p{L}\p{N}_]+/gu, "-");
  const flat = plain.normalize("NFKD").replace(/[^a-z0-9]+/g, "-");
  const all = [plain, github, tidy(github), spaced, tidy(spaced), tidy(flat), tidy(github).replace(/^[^a-z]+/, "")];
  return [...all, ...all.map((one) => `_${one}`), tidy(spaced.replaceAll("_", "-"))];
}

function isTargetLost(
  { files, dialect }: LookedThrough,
  path: string,
  { rule, message }: Pick<Finding, "rule" | "message">,
): boolean {
  const named = /The (?:link|image|file) (\S.*?) doesn't (?:match|exist)/.exec(message)?.[1];
  const target = safeDecode((named ?? "").replace(/[?#].*$/, ""));
  if (target === "") return false;
  const beside = target.startsWith("/") ? null : posix.normalize(`${posix.dirname(path)}/${target}`);
  const isFile = rule === "missing-asset" || (/\.mdx?$/.test(target) && WITH_FILE_LINKS.includes(dialect));
  if (isFile && beside !== null && dialect !== "docusaurus") return !files.has(beside);
  const parts = stemOf(target.replace(/\.html?$/, ""))
    .split("/")
    .filter((part) => !/^\.{0,2}$/.test(part));
  const tail = parts.slice(-2).join("/").toLowerCase();
  // The host may have an address of one part of its own.
  if (tail === "" || (parts.length < 2 && target.startsWith("/") && rule === "broken-link")) return false;
  return !namesOf(files).some((name) => name.endsWith(tail));
}

const names = new WeakMap<ReadonlySet<string>, string[]>();

/** Every file in lower case, with and without its ending and that of a folder's index. */
function namesOf(files: ReadonlySet<string>): string[] {
  const known = names.get(files);
  if (known) return known;
  const found = [...files].flatMap((file) => {
    const lower = file.toLowerCase();
    const stem = lower.replace(/\.\w+$/, "");
    return [lower, stem, stem.replace(/\/(?:index|_index|readme|page)$/, "")];
  });
  names.set(files, found);
  return found;
}

function isEntryLost({ files }: LookedThrough, path: string, message: string): boolean {
  const named = /page "(.*?)"/.exec(message)?.[1] ?? "";
  const stem = stemOf(named.replace(/^[./]+|\/$/g, "").replace(/#.*$/, "")).toLowerCase();
  const folder = posix
    .dirname(path)
    .toLowerCase()
    .replace(/\/?\.vitepress.*$/, "");
  const start = folder === "." ? "" : folder;
  return stem !== "" && !namesOf(files).some((name) => name.startsWith(start) && name.endsWith(stem));
}

function isListedNowhere({ texts, dialect }: LookedThrough, path: string): boolean {
  const name = stemOf(posix.basename(path));
  if (NO_PAGE.test(path) || /^(index|readme)$/i.test(name)) return false;
  const files = [...texts].filter(([file]) => isNavigationOf(dialect, file) || /\.(?:ya?ml|json)$/.test(file));
  return !files.some(([, text]) => text.includes(name));
}

function hasNoTitle(text: string | undefined): boolean {
  return text !== undefined && !GENERATED.test(text) && !/^title\s*:|^#\s|<h1|^=+\s*$/m.test(text);
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
