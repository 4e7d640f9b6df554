import { decodeReferences } from "@docsteward/text/markdown/character-references";
import { type CodePiece, toPiece } from "./code-piece.ts";

/** Elements that run, load or style from elsewhere, whatever their attributes. */
const RUNNING_ELEMENTS = new Set([
  "script",
  "style",
  "object",
  "embed",
  "applet",
  "base",
  "link",
  "frame",
  "frameset",
  "portal",
]);
const HANDLER_WORDS = new Set(["on", "one", "once", "only", "online", "ontology"]);
/** Attributes whose value becomes HTML or code: of HTML, React, Vue, Astro, Alpine and htmx. */
const RUNNING_ATTRIBUTES =
  /^(?:dangerouslysetinnerhtml|innerhtml|outerhtml|__html|html|srcdoc|ping|_|data-bind|(?:data-)?ng-.+|on:.+|http-equiv|httpequiv|set:html|define:vars|v-[\w-].*|[@:.#].+|x-(?:data|init|on|html|bind|effect|text|show|if|for|model)\b.*|(?:data-)?hx-.*)$/i;
const STYLE_CODE = /expression|javascript|behavior|binding|@import/;
/** Attributes that say which element a component becomes. */
const ELEMENT_NAMES = new Set(["is", "as", "component", "tag", "el", "element"]);
/** Attributes that are shown and never followed. */
const SHOWN = new Set([
  "title",
  "alt",
  "label",
  "name",
  "description",
  "placeholder",
  "summary",
  "heading",
  "header",
  "caption",
  "text",
  "tip",
  "aria-label",
  "keywords",
  "tagline",
  "sidebartitle",
  "sidebar_label",
  "items",
]);

/** A tag with its attributes; `value` is null for an attribute without one. */
export type JudgedTag = { name: string; attributes: readonly { name: string; value: string | null }[] };

/** Place of a tag in its page. */
export type TagPlace = {
  line: number;
  /** The whole element, where it is one that runs by itself; else the tag. */
  source: string;
  /** Whether a capital letter makes the tag a component. */
  isJsx: boolean;
};

/** The code in one tag of HTML or JSX whose attributes are plain texts. */
export function judgeTag(tag: JudgedTag, { line, source, isJsx }: TagPlace): CodePiece[] {
  const name = tag.name.toLowerCase();
  const found: CodePiece[] = [];
  if (isRunningElement(tag.name, isJsx)) found.push(toPiece("element", line, source));
  for (const attribute of tag.attributes) {
    const text = attribute.value === null ? attribute.name : `${attribute.name}="${attribute.value}"`;
    const add = (kind: "handler" | "address") => found.push(toPiece(kind, line, text, `${name} ${text}`));
    const becomes = ELEMENT_NAMES.has(attribute.name.toLowerCase()) ? (attribute.value ?? "") : "";
    if (RUNNING_ELEMENTS.has(withoutPrefix(becomes.trim().toLowerCase())))
      found.push(toPiece("element", line, source, `${name} ${text} ${source}`));
    else if (isRunningAttribute(attribute.name) || isRunningStyle(attribute)) add("handler");
    else if (attribute.value !== null && isRunningValue(attribute.name, attribute.value, name)) add("address");
  }
  return found;
}

function isRunningElement(name: string, isJsx: boolean): boolean {
  // A member of something (`a.b`) is looked up and called; `Tabs.Tab` is how components come.
  if (isJsx && /^[a-z_$][\w$]*\./.test(name)) return true;
  return RUNNING_ELEMENTS.has(withoutPrefix(isJsx ? name : name.toLowerCase())) || name === "Script";
}

/** `svg:script` and `vue:script` are scripts, where anything reads the prefix. */
const withoutPrefix = (name: string) => name.slice(name.indexOf(":") + 1);

/** Whether an attribute runs its value, or makes HTML of it, by its name alone. */
export function isRunningAttribute(name: string): boolean {
  const lower = name.toLowerCase();
  return (/^on[a-z]/.test(lower) && !HANDLER_WORDS.has(lower)) || RUNNING_ATTRIBUTES.test(lower);
}

/** Whether a value can be followed as an address that runs, in an attribute or setting of this name. */
export function isRunningValue(name: string, value: string, tag = ""): boolean {
  if (SHOWN.has(name.toLowerCase())) return false;
  const isImage = tag === "img" || tag === "image";
  // `values` of an animation is a list; `srcset` holds several addresses.
  return (
    isScriptAddress(value, { isImage }) ||
    (/^(?:values|srcset)$/i.test(name) && value.split(/[;,]/).some((one) => isScriptAddress(one, { isImage })))
  );
}

function isRunningStyle({ name, value }: { name: string; value: string | null }): boolean {
  return (
    name.toLowerCase() === "style" &&
    value !== null &&
    STYLE_CODE.test(value.replace(/\\|\/\*|\*\//g, "").toLowerCase())
  );
}

/** Attribute of a tag; `value` is null for an attribute without one. */
export type TagAttribute = { name: string; value: string | null };
/** A tag of a page; `start` and `end` are offsets in the text. */
export type Tag = { name: string; attributes: TagAttribute[]; start: number; end: number };

const NAME = /[A-Za-z]/;
const SPACE = /\s/;

/**
 * The opening tags of a text with HTML in it, in time linear to its length.
 *
 * Parsers differ in what ends a tag. So each `<` begins a tag, also within quotes, and a quote that is left open goes on behind
 * the next `<`: what any parser takes for an attribute is found, and now and then something that none does.
 */
export function scanTags(text: string): Tag[] {
  const tags: Tag[] = [];
  /** Tags whose attribute is still open, by its quote. */
  const open = new Map<string, string>();
  for (let start = text.indexOf("<"); start >= 0; ) {
    const next = text.indexOf("<", start + 1);
    const end = next < 0 ? text.length : next;
    for (const [quote, name] of [...open]) {
      const close = indexBefore(text, quote, start, end);
      if (close < 0) continue;
      open.delete(quote);
      tags.push(readAttributes(text, { name, from: close + 1, start, end, open }));
    }
    if (NAME.test(text[start + 1] ?? "")) {
      let from = start + 1;
      while (from < end && !/[\s/>]/.test(text[from] ?? "")) from += 1;
      const name = text.slice(start + 1, from);
      tags.push(readAttributes(text, { name, from, start, end, open }));
    }
    start = next;
  }
  return tags;
}

type Stretch = { name: string; from: number; start: number; end: number; open: Map<string, string> };

function readAttributes(text: string, { name, from, start, end, open }: Stretch): Tag {
  const attributes: TagAttribute[] = [];
  let at = from;
  while (at < end && text[at] !== ">") {
    if (SPACE.test(text[at] ?? "") || text[at] === "/") {
      at += 1;
      continue;
    }
    const nameStart = at;
    at += 1;
    while (at < end && !/[\s/>=]/.test(text[at] ?? "")) at += 1;
    const attribute: TagAttribute = { name: text.slice(nameStart, at), value: null };
    attributes.push(attribute);
    let value = at;
    while (value < end && SPACE.test(text[value] ?? "")) value += 1;
    if (text[value] !== "=" || value >= end) continue;
    value += 1;
    while (value < end && SPACE.test(text[value] ?? "")) value += 1;
    const quote = text[value];
    if (value < end && (quote === '"' || quote === "'")) {
      const close = indexBefore(text, quote, value + 1, end);
      attribute.value = text.slice(value + 1, close < 0 ? end : close);
      if (close < 0) open.set(quote, name);
      at = close < 0 ? end : close + 1;
    } else {
      at = value;
      while (at < end && !/[\s>]/.test(text[at] ?? "")) at += 1;
      attribute.value = text.slice(value, at);
    }
  }
  return { name, attributes, start, end: Math.min(at + 1, end) };
}

function indexBefore(text: string, sign: string, from: number, end: number): number {
  for (let at = from; at < end; at += 1) if (text[at] === sign) return at;
  return -1;
}

/** What browsers skip in a scheme, and what no reader sees. */
const SKIPPED = /[\s\p{Cc}\\\p{Cf}\p{DI}]/gu;
const SCHEME = /^([a-z][a-z0-9+.-]{1,30}):/;
const RUNNING = new Set(["javascript", "vbscript", "livescript", "blob", "filesystem", "view-source", "jar", "mhtml"]);
const HARMLESS_DATA = /^data:(?:image\/(?:png|jpe?g|gif|webp|avif|bmp|x-icon)|font\/|audio\/|video\/)/;

/**
 * Whether an address runs code or opens a document of its own when it is followed: `javascript:`, `data:text/html` and the like,
 * however they are spelt. Reads more spellings than any browser does.
 */
export function isScriptAddress(value: string, { isImage = false } = {}): boolean {
  if (!value.includes(":") && !value.includes("&")) return false;
  const plain = decodeReferences(value).replace(SKIPPED, "").toLowerCase();
  const scheme = SCHEME.exec(plain)?.[1];
  if (scheme === undefined) return false;
  if (scheme !== "data") return RUNNING.has(scheme);
  return !(HARMLESS_DATA.test(plain) || (isImage && plain.startsWith("data:image/svg+xml")));
}
