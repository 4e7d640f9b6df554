import { readCodeSpans, splitFences } from "@docsteward/text/markdown/scanner";

/** A title that a component shows above its content, as an accordion, a tab and a step do. */
export type ComponentTitle = { text: string; id: string | null };

/** A stretch of a section inside of the same components. */
export type ComponentPart = { titles: ComponentTitle[]; text: string };

/** Components that show their title as a heading does. */
const TITLED =
  /^(?:Accordion|AccordionItem|Tab|TabItem|TabPanel|Tabs\.Tab|Step|Expandable|Collapse|Collapsible|Details|details)$/;
/** Elements that say nothing themselves. Others of HTML stay: `<kbd>`, `<a href>`, `<sub>`. */
const SILENT =
  /^(?:div|span|section|article|aside|header|footer|main|center|figure|figcaption|picture|source|p|br|wbr|hr|font|u|small|svg|path|style|video|audio|iframe|slot|template|details|summary)$/;
/** `<API_KEY>` and `<FILE>` are places to fill in. */
const PLACEHOLDER = /^[A-Z0-9_]+$/;
const NAME = /\/?[A-Za-z][\w.:-]*/y;
const MAX_TAG = 1_000;
const MAX_TITLE = 200;
const MAX_DEPTH = 4;
const FIELD_NAMES = ["path", "query", "body", "header", "name"];

/**
 * Cuts the text of a section at the components that show a title, and takes the tags of components out of it: what they say in
 * attributes becomes text. Code stays as it stands.
 */
export function splitComponents(section: string): ComponentPart[] {
  const parts: ComponentPart[] = [];
  const open: { name: string; title: ComponentTitle }[] = [];
  let text = "";
  const flush = () => {
    const shown = withoutIndent(text)
      .replace(/\n{3,}/g, "\n\n")
      .trim();
    if (shown !== "") parts.push({ titles: open.map(({ title }) => title).slice(0, MAX_DEPTH), text: shown });
    text = "";
  };
  const enter = (tag: Tag, title: string) => {
    flush();
    if (!tag.isEmpty) open.push({ name: tag.name, title: { text: title, id: tag.attributes.get("id") ?? null } });
  };
  const leave = (name: string) => {
    const at = open.findLastIndex((one) => one.name === name);
    if (at < 0) return;
    flush();
    open.length = at;
  };
  for (const block of splitFences(section)) {
    text += text === "" ? "" : "\n";
    if (block.fence) text += block.text;
    else
      readTags(block.text, {
        text: (piece) => {
          text += piece;
        },
        enter,
        leave,
      });
  }
  flush();
  return parts;
}

type Tag = { name: string; isClosing: boolean; isEmpty: boolean; attributes: Map<string, string>; end: number };
type Listener = { text(piece: string): void; enter(tag: Tag, title: string): void; leave(name: string): void };

function readTags(prose: string, listener: Listener): void {
  const skipCode = readCodeSpans(prose);
  const marks = /[<`!]/g;
  let from = 0;
  const take = (start: number, end: number, instead: string) => {
    listener.text(prose.slice(from, start) + instead);
    from = end;
    marks.lastIndex = end;
  };
  for (let mark = marks.exec(prose); mark !== null; mark = marks.exec(prose)) {
    const at = mark.index;
    if (mark[0] === "`") marks.lastIndex = skipCode(at);
    else if (mark[0] === "!") {
      const end = endOfDecoration(prose, at);
      if (end > at) take(at, end, "");
    } else {
      // `List<String>` is a type; behind a word only a closing tag can stand.
      const isNoTag = (prose[at + 1] === "/" ? /\\/ : /[\w\\]/).test(prose[at - 1] ?? "");
      const tag = isNoTag ? null : readTag(prose, at);
      if (tag === null) continue;
      if (tag.name === "details" && !tag.isClosing) {
        const summary = readSummary(prose, tag.end);
        take(at, summary?.end ?? tag.end, "");
        listener.enter(tag, summary?.text ?? "");
        continue;
      }
      const title = TITLED.test(tag.name) ? titleOf(tag) : "";
      take(at, tag.end, title === "" && !tag.isClosing ? textOf(tag) : "");
      if (title !== "") listener.enter(tag, title);
      else if (tag.isClosing) listener.leave(tag.name);
    }
  }
  listener.text(prose.slice(from));
}

/** Where an image without words ends: it only decorates. */
function endOfDecoration(prose: string, at: number): number {
  if (!prose.startsWith("![](", at)) return at;
  const close = prose.slice(at, at + MAX_TAG).search(/[)\n]/);
  return close > 0 && prose[at + close] === ")" ? at + close + 1 : at;
}

/** Reads a tag that may be taken out of the text; null for what is none. */
function readTag(prose: string, start: number): Tag | null {
  NAME.lastIndex = start + 1;
  const [found = ""] = NAME.exec(prose) ?? [];
  const isClosing = found.startsWith("/");
  const name = isClosing ? found.slice(1) : found;
  const isComponent = /^[A-Z]/.test(name) && !PLACEHOLDER.test(name);
  if (!isComponent && !SILENT.test(name) && name !== "img") return null;
  const attributes = new Map<string, string>();
  const limit = Math.min(prose.length, start + MAX_TAG);
  let at = start + 1 + found.length;
  while (at < limit) {
    const character = prose[at] ?? "";
    if (character === ">") {
      const tag = { name, isClosing, isEmpty: prose[at - 1] === "/", attributes, end: at + 1 };
      return name === "img" && (attributes.get("alt") ?? "") !== "" ? null : tag;
    }
    if (character === "<") return null;
    const attribute = /[A-Za-z]/.test(character) ? readAttribute(prose, at, limit) : null;
    if (attribute) attributes.set(attribute.name, attribute.value);
    at = attribute?.end ?? at + 1;
  }
  return null;
}

const ATTRIBUTE = /([A-Za-z][\w:-]*)(=)?/y;
const CLOSERS: Record<string, string> = { '"': '"', "'": "'", "{": "}" };

function readAttribute(
  prose: string,
  start: number,
  limit: number,
): { name: string; value: string; end: number } | null {
  ATTRIBUTE.lastIndex = start;
  const match = ATTRIBUTE.exec(prose);
  if (match === null) return null;
  const [whole, name = "", equals] = match;
  const from = start + whole.length;
  const opener = prose[from] ?? "";
  const closer = equals === undefined ? undefined : CLOSERS[opener];
  if (closer === undefined) return { name, value: "", end: Math.max(from, start + 1) };
  let depth = 0;
  for (let at = from + 1; at < limit; at += 1) {
    if (opener === "{" && prose[at] === "{") depth += 1;
    if (prose[at] !== closer) continue;
    if (depth === 0) return { name, value: plainValue(prose.slice(from + 1, at)), end: at + 1 };
    depth -= 1;
  }
  return { name, value: "", end: limit };
}

/** The text of `{"text"}`; code has none. */
function plainValue(value: string): string {
  const inner = value.trim();
  const quote = inner[0] ?? "";
  if ("\"'`".includes(quote) && inner.length > 1 && inner.endsWith(quote)) return inner.slice(1, -1);
  return /[{}()=>]/.test(inner) ? "" : inner;
}

function titleOf({ isClosing, attributes }: Tag): string {
  if (isClosing) return "";
  const names = ["title", "label", "header", "summary", "value"];
  const title = names.map((name) => attributes.get(name) ?? "").find((value) => value !== "") ?? "";
  return title.replace(/\s+/g, " ").trim().slice(0, MAX_TITLE);
}

/** What a component says in its attributes, in Markdown. */
function textOf({ name, attributes }: Tag): string {
  if (!/^[A-Z]/.test(name)) return name === "br" ? " " : "";
  const of = (attribute: string) => (attributes.get(attribute) ?? "").trim();
  const field = /Field$|^(?:Param|Property|Prop)/.test(name)
    ? FIELD_NAMES.map(of).find((value) => value !== "")
    : undefined;
  if (field) return `\n- \`${field}\`${of("type") === "" ? "" : ` (${of("type")})`} `;
  const title = [of("title"), of("label"), of("header")].find((value) => value !== "") ?? "";
  const said = title !== "" && of("href") !== "" ? `[${title}](${of("href")})` : title === "" ? "" : `**${title}**`;
  const description = of("description");
  return [said, description].filter(Boolean).join(" ");
}

/** The summary that stands first in `<details>`. */
function readSummary(prose: string, from: number): { text: string; end: number } | null {
  const ahead = prose.slice(from, from + MAX_TAG);
  const open = /^\s*<summary[^<>]*>/.exec(ahead)?.[0];
  const close = ahead.indexOf("</summary>");
  if (open === undefined || close < open.length) return null;
  const text = ahead
    .slice(open.length, close)
    .replace(/<[^<>]*>/g, "")
    .replace(/[*_`]/g, "")
    .replace(/\s+/g, " ")
    .trim();
  return { text: text.slice(0, MAX_TITLE), end: from + close + "</summary>".length };
}

/** Text inside of a component is often indented as a whole. */
function withoutIndent(text: string): string {
  const lines = text.split("\n");
  const indents = lines.flatMap((line) => (line.trim() === "" ? [] : [line.length - line.trimStart().length]));
  const indent = indents.reduce((least, one) => Math.min(least, one), Number.POSITIVE_INFINITY);
  return indent > 0 && Number.isFinite(indent) ? lines.map((line) => line.slice(indent)).join("\n") : text;
}
