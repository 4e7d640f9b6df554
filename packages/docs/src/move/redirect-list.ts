import { isRedirectFile } from "@docsteward/contract/docs-files";
import type { Node } from "jsonc-parser";
import { placeOfPart, propertiesOf, propertyOf, readJson, textOf } from "../navigation/read-json.ts";
import { readModule } from "../navigation/read-module.ts";
import { itemsOf, pairOf, pairsOf, readYaml, scalarOf } from "../navigation/read-yaml.ts";
import type { Splice } from "./move-plan.ts";

/** What a file of redirects says: an address and where it leads, or in GitBook a file. */
export type RedirectPair = { from: string; to: string };

type Entry = {
  from: string | null;
  to: string | null /** Where the target stands, if it is plain text there. */;
  place: Range | null;
};
type Range = { start: number; end: number };
/** The redirects of a file, in its own form. */
type RedirectList = {
  entries: readonly Entry[];
  /** Where new ones go: before the others, since of several the first counts. */
  at: number;
  write(pairs: readonly RedirectPair[]): string;
  /** How a target is written. */
  quote: string;
};

/** Signs that mean themselves in every form: no `*`, `:` or bracket, which stand for any part of an address. */
const PLAIN = /^\/?(?!\/)[\p{L}\p{N}\-._~/%@+,=&]*$/u;
const MAX_CHARACTERS = 1_000_000;

/**
 * The changes that add redirects to a file, in its form and before the others. Redirects that led to an old address lead to the new
 * one.
 *
 * @returns null where the list is made by code, or an address would mean something else in this form
 */
export function writeRedirects(path: string, text: string, pairs: readonly RedirectPair[]): Splice[] | null {
  if (pairs.some(({ from, to }) => !PLAIN.test(from) || !PLAIN.test(to))) return null;
  const list = openList(path, text);
  if (list === null) return null;
  const now = new Map(pairs.map(({ from, to }) => [from, to]));
  const retargeted = list.entries.flatMap(({ to, place }): Splice[] => {
    const target = to === null ? undefined : now.get(to);
    return place === null || target === undefined
      ? []
      : [{ ...place, text: `${list.quote}${target}${list.quote}`, isCode: true }];
  });
  const known = new Set(list.entries.map(({ from }) => from));
  const added = pairs.filter(({ from }) => !known.has(from));
  if (added.length === 0) return retargeted;
  return [{ start: list.at, end: list.at, text: list.write(added), isCode: true }, ...retargeted];
}

/** The addresses that a file sends elsewhere; none where they are not plain data. */
export function sourcesIn(path: string, text: string): ReadonlySet<string | null> {
  return new Set(openList(path, text)?.entries.map(({ from }) => from));
}

/** Whether a file of redirects is what adding plain redirects makes of it, and nothing else about it is changed. */
export function addsOnlyRedirects(path: string, before: string, after: string): boolean {
  const [old, now] = [openList(path, before), openList(path, after)];
  if (old === null || now === null || now.entries.length < old.entries.length) return false;
  const pairs = now.entries.slice(0, now.entries.length - old.entries.length);
  if (!pairs.every((pair): pair is Entry & RedirectPair => pair.from !== null && pair.to !== null)) return false;
  const splices = writeRedirects(path, before, pairs);
  return splices !== null && applyTo(before, splices) === after;
}

function applyTo(text: string, splices: readonly Splice[]): string {
  let now = text;
  for (const { start, end, text: part } of splices.toSorted((a, b) => b.start - a.start))
    now = now.slice(0, start) + part + now.slice(end);
  return now;
}

function openList(path: string, text: string): RedirectList | null {
  if (!isRedirectFile(path) || text.length > MAX_CHARACTERS || text.includes("\r")) return null;
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (name === "_redirects") return openLines(text);
  if (name === "netlify.toml") return openToml(text);
  if (name === "vercel.json") return openJson(path, text);
  if (name.startsWith(".gitbook")) return openYaml(path, text);
  return openModule(path, name, text);
}

/** `/old /new 301`, one a line. */
function openLines(text: string): RedirectList {
  const entries: (Entry & { at: number })[] = [];
  let at = 0;
  for (const line of text.split("\n")) {
    const [from = "", to = ""] = line.trim().split(/\s+/, 2);
    if (from !== "" && !from.startsWith("#")) {
      const start = at + line.indexOf(to, line.indexOf(from) + from.length);
      entries.push({ from, to, place: { start, end: start + to.length }, at });
    }
    at += line.length + 1;
  }
  const first = entries[0]?.at;
  const start = first !== undefined || text === "" || text.endsWith("\n") ? "" : "\n";
  const write = (pairs: readonly RedirectPair[]) => start + pairs.map(({ from, to }) => `${from} ${to} 301\n`).join("");
  return { entries, at: first ?? text.length, write, quote: "" };
}

const TOML_TEXT = /^[ \t]{0,40}(from|to)[ \t]{0,40}=[ \t]{0,40}"([^"\\]*)"[ \t]*$/;

/** `[[redirects]]` of Netlify. */
function openToml(text: string): RedirectList | null {
  if (/"""|'''|^[ \t]*redirects[ \t]*=/m.test(text)) return null;
  const entries: Entry[] = [];
  let own: Entry | null = null;
  let first: number | null = null;
  let at = 0;
  for (const line of text.split("\n")) {
    if (line.trim().startsWith("[")) {
      own = line.trim() === "[[redirects]]" ? { from: null, to: null, place: null } : null;
      if (own) entries.push(own);
      if (own) first ??= at;
    }
    const [, name, value = ""] = own ? (TOML_TEXT.exec(line) ?? []) : [];
    if (own && name === "from") own.from = value;
    if (own && name === "to") {
      const start = at + line.indexOf('"');
      Object.assign(own, { to: value, place: { start, end: start + value.length + 2 } });
    }
    at += line.length + 1;
  }
  const block = ({ from, to }: RedirectPair) => `[[redirects]]\nfrom = "${from}"\nto = "${to}"\nstatus = 301\n`;
  const isLast = first === null;
  const start = text === "" ? "" : text.endsWith("\n") ? "\n" : "\n\n";
  const write = (pairs: readonly RedirectPair[]) =>
    isLast ? start + pairs.map(block).join("\n") : pairs.map((pair) => `${block(pair)}\n`).join("");
  return { entries, at: first ?? text.length, write, quote: '"' };
}

/** `redirects` of Vercel. */
function openJson(path: string, text: string): RedirectList | null {
  const { root } = readJson(path, text);
  if (root?.type !== "object") return null;
  const list = propertyOf(root, "redirects");
  if (list !== undefined && list.type !== "array") return null;
  const object = ({ from, to }: RedirectPair) => `{ "source": "${from}", "destination": "${to}", "permanent": true }`;
  return openNode(text, { root, list, name: '"redirects"', brackets: "[]", object, quote: '"', hasLastComma: false });
}

/** `redirects` of `.gitbook.yaml`: from addresses to files. */
function openYaml(path: string, text: string): RedirectList | null {
  const { root, problem } = readYaml(path, text);
  const list = pairOf(root, "redirects");
  if (problem !== null || itemsOf(root).length > 0) return null;
  const entries = pairsOf(list).map(([from, value]) => {
    const to = scalarOf(value);
    const start = value.range?.[0] ?? 0;
    const place = to !== null && text.startsWith(to, start) ? { start, end: start + to.length } : null;
    return { from, to, place };
  });
  const header = /^redirects:[ \t]*\n/m.exec(text);
  const indent = /^redirects:[ \t]*\n([ \t]+)\S/m.exec(text)?.[1] ?? "  ";
  const lines = (pairs: readonly RedirectPair[]) => pairs.map(({ from, to }) => `${indent}${from}: ${to}\n`).join("");
  if (header) return { entries, at: header.index + header[0].length, write: lines, quote: "" };
  if (list !== undefined || /^redirects:/m.test(text)) return null;
  const start = text === "" || text.endsWith("\n") ? "" : "\n";
  return { entries, at: text.length, write: (pairs) => `${start}redirects:\n${lines(pairs)}`, quote: "" };
}

/** A literal list or map in the configuration of Docusaurus, Astro or Next: nothing is run, and what code makes stays as it is. */
function openModule(path: string, name: string, text: string): RedirectList | null {
  const { root } = readModule(path, text);
  if (root === null) return null;
  const quote = /["']/.exec(text)?.[0] ?? '"';
  const q = (value: string) => `${quote}${value}${quote}`;
  const isAstro = name.startsWith("astro.");
  const list = name.startsWith("docusaurus.") ? listOfPlugin(root) : propertyOf(root, "redirects");
  const object = isAstro
    ? ({ from, to }: RedirectPair) => `${q(from)}: ${q(to)}`
    : name.startsWith("next.")
      ? ({ from, to }: RedirectPair) => `{ source: ${q(from)}, destination: ${q(to)}, permanent: true }`
      : ({ from, to }: RedirectPair) => `{ from: ${q(from)}, to: ${q(to)} }`;
  if (list === undefined && !isAstro) return null;
  const brackets = isAstro ? "{}" : "[]";
  return openNode(text, { root, list, name: "redirects", brackets, object, quote, hasLastComma: true });
}

function listOfPlugin(config: Node): Node | undefined {
  const plugins = propertyOf(config, "plugins")?.children ?? [];
  const own = plugins.find(({ children }) => /(^|\/|-)client-redirects$/.test(textOf(children?.[0]) ?? ""));
  return propertyOf(own?.children?.[1], "redirects");
}

type Form = {
  root: Node;
  list: Node | undefined;
  name: string;
  brackets: "[]" | "{}";
  object: (pair: RedirectPair) => string;
  quote: string;
  hasLastComma: boolean;
};

/** A list of a syntax tree, or the place for one in the object that would hold it. */
function openNode(text: string, form: Form): RedirectList | null {
  const { root, list, name, brackets, object, quote, hasLastComma } = form;
  const holder = list ?? root;
  const opening = list === undefined ? "{" : brackets[0];
  // What a name or a function of elsewhere stands for is not written here.
  if (text[holder.offset] !== opening || placeOfPart(holder) !== undefined) return null;
  const unit = /\n([ \t]+)\S/.exec(text)?.[1] ?? "  ";
  const own = indentOfLine(text, holder.offset) + (list === undefined ? unit : "");
  const first = list?.children?.[0];
  const isAtStart =
    first !== undefined && text.slice(text.lastIndexOf("\n", first.offset) + 1, first.offset).trim() === "";
  const deep = first !== undefined && isAtStart ? indentOfLine(text, first.offset) : own + unit;
  const lines = (pairs: readonly RedirectPair[]) => pairs.map((pair) => `\n${deep}${object(pair)}`).join(",");
  const end = (hasMore: boolean) => (hasMore ? "," : `${hasLastComma ? "," : ""}\n${own}`);
  const write = (pairs: readonly RedirectPair[]) => {
    if (list !== undefined) return lines(pairs) + end(first !== undefined);
    const comma = hasLastComma || (root.children ?? []).length > 0 ? "," : "\n";
    return `\n${own}${name}: ${brackets[0]}${lines(pairs)}${end(false)}${brackets[1]}${comma}`;
  };
  return {
    entries: (list ? entriesOf(list) : []).map((one) => withPlace(one, text)),
    at: holder.offset + 1,
    write,
    quote,
  };
}

type Values = { from: string | null; target: Node | undefined };

function entriesOf(list: Node): Values[] {
  if (list.type === "object") return propertiesOf(list).map(([from, target]) => ({ from, target }));
  return (list.children ?? []).map((item) => ({
    from: textOf(propertyOf(item, "from") ?? propertyOf(item, "source")),
    target: propertyOf(item, "to") ?? propertyOf(item, "destination"),
  }));
}

function withPlace({ from, target }: Values, text: string): Entry {
  const to = textOf(target);
  if (target === undefined || to === null) return { from, to, place: null };
  const written = text.slice(target.offset, target.offset + target.length);
  const isHere = placeOfPart(target) === undefined && (written === `"${to}"` || written === `'${to}'`);
  return { from, to, place: isHere ? { start: target.offset, end: target.offset + target.length } : null };
}

function indentOfLine(text: string, offset: number): string {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, start + 200))?.[0] ?? "";
}
