import type { Node } from "jsonc-parser";
import { propertiesOf, propertyOf, readJson, textOf } from "../navigation/read-json.ts";
import { refPath } from "../navigation/read-parts.ts";
import { sitePath } from "../read-site.ts";
import { normalRoute } from "../site/page-routes.ts";
import { isBelow } from "../site/posix.ts";
import type { Site } from "../site/site.ts";
import type { MovedSite } from "./move-links.ts";
import { type MovePlan, offsetOf, type TextChanges } from "./move-plan.ts";
import { type RedirectPair, sourcesIn, writeRedirects } from "./redirect-list.ts";

type Redirect = { path: string; from: string; to: string; file: { from: string; to: string } };
type Plan = Pick<MovePlan, "redirects" | "undone" | "refusable">;

/**
 * Adds redirects from the old addresses to the new ones in the form that the site has: its configuration, the host's file or the
 * front matter. Where code makes the list, the lines to add are named.
 *
 * @param isWritable whether a job may change a file
 */
export async function addRedirects(
  moved: MovedSite,
  changes: TextChanges,
  plan: Plan,
  isWritable: (path: string) => boolean,
): Promise<void> {
  const { site } = moved.before;
  const wanted = redirectsOf(moved);
  if (wanted.length === 0) return;
  if (site.dialect === "mintlify") return addToJson(site.config, wanted, { changes, plan, isWritable });
  if (site.dialect === "hugo") return addToPages("aliases", wanted, { changes, plan });
  if (site.dialect === "jekyll") return addToPages("redirect_from", wanted, { changes, plan });
  if (site.dialect === "mkdocs" && (await usesMap(site.config, changes)))
    return addToMkdocs(site, wanted, { changes, plan, isWritable });
  const form = await findForm(site, changes);
  if (form === null) {
    plan.undone.push({
      path: site.config,
      line: null,
      message: `No redirects of this site were found${site.dialect === "mkdocs" ? ": in MkDocs the plugin mkdocs-redirects writes them, once it is installed where the site is built" : ""}. Addresses that no longer lead to a page: ${wanted.map(({ from }) => from).join(", ")}.`,
    });
    return;
  }
  const lines = wanted.map(form.write).join("\n");
  const named = { path: form.path, line: form.line, message: `Add these redirects there:\n${lines}` };
  const text = isWritable(form.path) ? await changes.read(form.path) : null;
  const pairs = wanted.map(form.pair);
  const splices = text === null ? null : writeRedirects(form.path, text, pairs);
  if (text === null || splices === null) {
    plan.undone.push(named);
    return;
  }
  for (const splice of splices) changes.add(form.path, splice);
  const sources = sourcesIn(form.path, text);
  for (const { to } of pairs.filter(({ to }) => sources.has(to)))
    plan.undone.push({
      path: form.path,
      line: null,
      message: `The redirect from ${to} hides the moved page. Remove it.`,
    });
  plan.refusable.push(named);
  for (const { from, to } of wanted) plan.redirects.push({ path: form.path, from, to });
}

function redirectsOf({ before: { site }, after, newPath }: MovedSite): Redirect[] {
  return [...newPath].flatMap(([path, to]) => {
    const [old, now] = [sitePath(site, path), sitePath(after, to)];
    if (old === null || now === null || old === now || after.routes.has(old)) return [];
    return [{ path: to, from: old, to: now, file: { from: path, to } }];
  });
}

type Work = { changes: TextChanges; plan: Plan };

/**
 * `redirects` of a Mintlify configuration, in its file or in the one that it names with `$ref`. One that led to the old address
 * leads to the new one; one from the new is gone.
 */
async function addToJson(
  config: string,
  wanted: readonly Redirect[],
  { changes, plan, isWritable }: Work & { isWritable: (path: string) => boolean },
): Promise<void> {
  const whole = await readJsonText(config, changes);
  const named = textOf(propertyOf(propertyOf(whole.root, "redirects"), "$ref"));
  if (named === null)
    return addToList(config, { ...whole, list: propertyOf(whole.root, "redirects") }, wanted, { changes, plan });
  const path = refPath(config, named);
  const part = path === null ? null : await readJsonText(path, changes);
  if (path !== null && part?.root?.type === "array" && isWritable(path))
    return addToList(path, { ...part, list: part.root }, wanted, { changes, plan });
  const lines = wanted.map(({ from, to }) => JSON.stringify({ source: from, destination: to })).join(",\n");
  plan.undone.push({ path: path ?? named, line: null, message: `Add these redirects there:\n${lines}` });
}

type JsonText = { root: Node | undefined; text: string };

async function readJsonText(path: string, changes: TextChanges): Promise<JsonText> {
  const text = (await changes.read(path)) ?? "";
  return { root: readJson(path, text).root ?? undefined, text };
}

function addToList(
  path: string,
  { root, text, list }: JsonText & { list: Node | undefined },
  wanted: readonly Redirect[],
  { changes, plan }: Work,
): void {
  if (root === undefined || (root.type !== "object" && list === undefined)) {
    plan.undone.push({ path, line: null, message: "The file is not valid JSON, so no redirect was added." });
    return;
  }
  const old = new Map(wanted.map(({ from, to }) => [from, to]));
  for (const item of list?.children ?? []) {
    const destination = propertyOf(item, "destination");
    const now = old.get(normalRoute(textOf(destination) ?? ""));
    if (destination && now !== undefined) changes.add(path, { ...rangeOf(destination), text: JSON.stringify(now) });
  }
  const sources = new Set((list?.children ?? []).map((item) => normalRoute(textOf(propertyOf(item, "source")) ?? "")));
  const added = wanted.filter(({ from }) => !sources.has(from));
  for (const { to } of wanted.filter(({ to }) => sources.has(to)))
    plan.undone.push({ path, line: null, message: `The redirect from ${to} hides the moved page. Remove it.` });
  if (added.length === 0) return;
  insertRedirects(path, { root, list, text }, added, changes);
  for (const { from, to } of added) plan.redirects.push({ path, from, to });
}

function insertRedirects(
  path: string,
  { root, list, text }: JsonText & { root: Node; list: Node | undefined },
  added: readonly Redirect[],
  changes: TextChanges,
): void {
  const unit = /\n([ \t]+)\S/.exec(text)?.[1] ?? "  ";
  const last = list?.children?.at(-1);
  const own = list === root ? "" : unit;
  const deep = (last && indentAt(text, last.offset)) ?? own + unit;
  const deeper = (last && indentAt(text, last.children?.at(0)?.offset ?? last.offset)) ?? deep + unit;
  const objects = added.map(
    ({ from, to }) =>
      `${deep}{\n${deeper}"source": ${JSON.stringify(from)},\n${deeper}"destination": ${JSON.stringify(to)}\n${deep}}`,
  );
  if (last) {
    const at = last.offset + last.length;
    changes.add(path, { start: at, end: at, text: `,\n${objects.join(",\n")}` });
  } else if (list) changes.add(path, { ...rangeOf(list), text: `[\n${objects.join(",\n")}\n${own}]` });
  else {
    const [, , name] = propertiesOf(root).at(-1) ?? [];
    const end = root.children?.at(-1);
    const at = end ? end.offset + end.length : root.offset + 1;
    const before = name ? "," : "";
    changes.add(path, {
      start: at,
      end: at,
      text: `${before}\n${unit}"redirects": [\n${objects.join(",\n")}\n${unit}]`,
    });
  }
}

/** The blanks that begin a line, where the node at a place is the first of it; null when it stands behind something. */
function indentAt(text: string, offset: number): string | null {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  const before = text.slice(start, offset);
  return start > 0 && before.trim() === "" ? before : null;
}

const rangeOf = ({ offset, length }: Node) => ({ start: offset, end: offset + length });

/** A list in the front matter of the moved page itself: `aliases` of Hugo, `redirect_from` of Jekyll. */
async function addToPages(key: string, wanted: readonly Redirect[], { changes, plan }: Work): Promise<void> {
  for (const { path, from, to, file } of wanted) {
    const text = await changes.read(file.from);
    const address = JSON.stringify(from === "/" ? from : `${from}/`);
    const lines = (text ?? "").split("\n");
    const end = lines.findIndex((line, index) => index > 0 && line.trim() === "---");
    if (text === null || lines[0]?.trim() !== "---" || end < 0) {
      plan.undone.push({ path, line: 1, message: `Add \`${key}: [${address}]\` to the front matter.` });
      continue;
    }
    const own = lines.findIndex((line, index) => index < end && line.startsWith(`${key}:`));
    const value = own < 0 ? "" : (lines[own]?.slice(key.length + 1).trim() ?? "");
    const eol = lines[0].endsWith("\r") ? "\r\n" : "\n";
    if (own < 0) insertAt(file.from, text, end + 1, `${key}:${eol}  - ${address}${eol}`, changes);
    else if (value === "") {
      const indent = /^(\s*)-/.exec(lines[own + 1] ?? "")?.[1] ?? "  ";
      insertAt(file.from, text, own + 2, `${indent}- ${address}${eol}`, changes);
    } else if (value.startsWith("[") && value.endsWith("]")) {
      const at = offsetOf(text, own + 1) + (lines[own]?.lastIndexOf("]") ?? 0);
      changes.add(file.from, { start: at, end: at, text: value === "[]" ? address : `, ${address}` });
    } else {
      plan.undone.push({ path, line: own + 1, message: `Add ${address} to \`${key}\`.` });
      continue;
    }
    plan.redirects.push({ path, from, to });
  }
}

function insertAt(path: string, text: string, line: number, added: string, changes: TextChanges): void {
  const at = offsetOf(text, line);
  changes.add(path, { start: at, end: at, text: added });
}

async function usesMap(config: string, changes: TextChanges): Promise<boolean> {
  return /^[ \t]*(?:- )?redirect_maps[ \t]*:/m.test((await changes.read(config)) ?? "");
}

/** `redirect_maps` of the plugin for MkDocs, which names files. */
async function addToMkdocs(
  { config: path, root }: Site,
  wanted: readonly Redirect[],
  { changes, plan, isWritable }: Work & { isWritable: (path: string) => boolean },
): Promise<void> {
  const text = (await changes.read(path)) ?? "";
  const stripRoot = (file: string) => (isBelow(file, root) && root !== "" ? file.slice(root.length + 1) : file);
  const lines = text.split("\n");
  const at = lines.findIndex((line) => /^[ \t]*redirect_maps[ \t]*:[ \t]*\r?$/.test(line));
  const indent = /^([ \t]*)\S/.exec(lines[at + 1] ?? "")?.[1] ?? "";
  const own = wanted.map(
    ({ file }) => `${indent}${JSON.stringify(stripRoot(file.from))}: ${JSON.stringify(stripRoot(file.to))}`,
  );
  if (at < 0 || indent === "" || !isWritable(path)) {
    plan.undone.push({ path, line: at < 0 ? null : at + 1, message: `Add to redirect_maps:\n${own.join("\n")}` });
    return;
  }
  const start = offsetOf(text, at + 2);
  changes.add(path, { start, end: start, text: own.map((line) => `${line}\n`).join(""), isCode: true });
  plan.refusable.push({ path, line: at + 1, message: `Add to redirect_maps:\n${own.join("\n")}` });
  for (const { from, to } of wanted) plan.redirects.push({ path, from, to });
}

type Form = {
  path: string;
  line: number | null;
  /** The lines to add, for a person. */
  write: (redirect: Redirect) => string;
  pair: (redirect: Redirect) => RedirectPair;
};

const toObject = (from: string, to: string) => (one: Redirect) =>
  `{ ${from}: ${JSON.stringify(one.from)}, ${to}: ${JSON.stringify(one.to)} },`;
const toJson = (one: Redirect) =>
  `{ "source": ${JSON.stringify(one.from)}, "destination": ${JSON.stringify(one.to)}, "permanent": true },`;

/** Where redirects are kept besides, in the order of preference. */
const FORMS: readonly { file: RegExp; holds: string; write: Form["write"] }[] = [
  { file: /(^|\/)docusaurus\.config\.[cm]?[jt]s$/, holds: "plugin-client-redirects", write: toObject("from", "to") },
  {
    file: /(^|\/)astro\.config\.[cm]?[jt]s$/,
    holds: "redirects",
    write: ({ from, to }) => `${JSON.stringify(from)}: ${JSON.stringify(to)},`,
  },
  { file: /(^|\/)_redirects$/, holds: "", write: ({ from, to }) => `${from} ${to} 301` },
  { file: /(^|\/)vercel\.json$/, holds: "", write: toJson },
  {
    file: /(^|\/)netlify\.toml$/,
    holds: "",
    write: ({ from, to }) => `[[redirects]]\nfrom = ${JSON.stringify(from)}\nto = ${JSON.stringify(to)}`,
  },
  { file: /(^|\/)next\.config\.[cm]?[jt]s$/, holds: "redirects", write: toJson },
  {
    file: /(^|\/)\.gitbook\.ya?ml$/,
    holds: "",
    write: ({ from, to }) => `${from}: ${to}`,
  },
];

async function findForm(site: Site, changes: TextChanges): Promise<Form | null> {
  for (const { file, holds, write } of FORMS) {
    for (const path of [...site.otherFiles]
      .filter((one) => file.test(one))
      .sort((a, b) => a.length - b.length)
      .slice(0, 3)) {
      const text = await changes.read(path);
      const at = text === null ? (holds === "" ? 0 : -1) : placeOfWord(text, holds);
      if (at < 0) continue;
      const line = text === null ? null : text.slice(0, at).split("\n").length;
      const pair = pairOf(site, path);
      return { path, line, write: (one) => write({ ...one, ...pair(one) }), pair };
    }
  }
  // Astro has redirects of its own, whether they are used or not.
  if (site.dialect !== "starlight" || site.config === "") return null;
  return {
    path: site.config,
    line: null,
    pair: ({ from, to }) => ({ from, to }),
    write: ({ from, to }) => `redirects: { ${JSON.stringify(from)}: ${JSON.stringify(to)} },`,
  };
}

/** What a file says of a redirect: GitBook names files, and a host the whole address. */
function pairOf({ hostBase, root }: Site, path: string): Form["pair"] {
  const below = (file: string) => (root !== "" && isBelow(file, root) ? file.slice(root.length + 1) : file);
  if (/(^|\/)\.gitbook\.ya?ml$/.test(path)) return ({ from, file }) => ({ from: from.slice(1), to: below(file.to) });
  const base = /\.config\.[cm]?[jt]s$/.test(path) ? "" : hostBase;
  return ({ from, to }) => ({ from: base + from, to: base + to });
}

/** Where a word stands by itself: `redirects: {`, and not a part of `_redirects**`. */
function placeOfWord(text: string, word: string): number {
  const isPart = (sign: string | undefined) => sign !== undefined && /[\w-]/.test(sign);
  for (let at = text.indexOf(word); at >= 0 && word !== ""; at = text.indexOf(word, at + word.length))
    if (!isPart(text[at - 1]) && !isPart(text[at + word.length])) return at;
  return word === "" ? 0 : -1;
}
