import { type CodePiece, toPiece } from "./code-piece.ts";
import { isScriptAddress } from "./script-address.ts";

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
