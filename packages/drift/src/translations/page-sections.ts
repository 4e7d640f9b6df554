import { frontmatterEnd } from "@docsteward/text/markdown/frontmatter";
import { createFenceReader } from "@docsteward/text/markdown/scanner";
import { splitSections } from "@docsteward/text/markdown/sections";

/** A section of a page, with what translations leave as it is. */
export type PageSection = {
  heading: string;
  id: string | null;
  depth: number;
  /** Counted from 1. */
  line: number;
  /** Text for people, in one line; and without code and addresses. */
  prose: string;
  text: string;
  /** Lines of code, code in sentences, and addresses of links and pictures: the same in all languages. */
  kept: Set<string>;
  words: Set<string>;
};

const MAX_SECTIONS = 300;

/** Cuts a page at its headings. The first section holds the front matter and what is above the first heading. */
export function readSections(text: string): PageSection[] {
  const end = frontmatterEnd(text);
  const bodyLine = text.slice(0, end).split("\n").length;
  const found = splitSections(text.slice(end), bodyLine);
  const matter = text.slice(0, end);
  const first = found[0]?.depth === 0 ? found.shift() : undefined;
  const intro = { depth: 0, heading: "", id: null, line: 1, text: `${matter}\n${first?.text ?? ""}` };
  const all = intro.text.trim() === "" ? found : [intro, ...found];
  return all.slice(0, MAX_SECTIONS).map(({ text: own, ...section }) => ({ ...section, ...readText(own) }));
}

const COMMENTS = ["#", "//", "--", "<!--", "/*", "{/*"];

/** A line of code without the comment at its end. */
function withoutComment(line: string): string {
  let end = line.length;
  for (const mark of COMMENTS) {
    const at = line.startsWith(mark) ? 0 : line.indexOf(` ${mark}`);
    if (at >= 0 && !line.startsWith("#[", at)) end = Math.min(end, at);
  }
  return line.slice(0, end);
}
const MAX_LINE = 4_000;

function readText(section: string): Pick<PageSection, "prose" | "text" | "kept" | "words"> {
  const kept = new Set<string>();
  const prose: string[] = [];
  const readFence = createFenceReader("any");
  for (const whole of section.split("\n")) {
    const line = whole.slice(0, MAX_LINE);
    const fence = readFence(line);
    if (fence === "opening" || fence === "closing") continue;
    if (fence === "inside") {
      const code = withoutComment(line.trim()).trim();
      if (code.length > 2) kept.add(code);
      continue;
    }
    readKept(line, kept);
    prose.push(line);
  }
  const joined = prose.join(" ").replace(/\s+/g, " ").trim();
  const text = withoutAddresses(joined).replace(/`[^`]{0,200}`/g, "`");
  return { prose: joined, text, kept, words: new Set(joined.toLowerCase().match(/[\p{L}\p{N}_-]+/gu) ?? []) };
}

function withoutAddresses(text: string): string {
  const [first = "", ...rest] = text.split("](");
  return [first, ...rest.map((part) => part.slice(part.indexOf(")") + 1))].join("]");
}

function readKept(line: string, kept: Set<string>): void {
  line.split("`").forEach((part, at, all) => {
    if (at % 2 === 1 && at < all.length - 1 && part.trim() !== "") kept.add(part.trim());
  });
  for (let at = line.indexOf("]("); at >= 0; at = line.indexOf("](", at + 2)) {
    const close = line.indexOf(")", at);
    if (close > 0) kept.add(addressOf(line.slice(at + 2, close)));
  }
  kept.delete("");
}

/** Without what translations change in it: the folder of the language, and the anchor. */
function addressOf(link: string): string {
  const path = link.split(/[#\s]/)[0] ?? "";
  return path
    .split("/")
    .filter((part, at) => part !== "." && part !== ".." && !(at <= 1 && /^[a-z]{2}(?:-[a-zA-Z]{2,4})?$/.test(part)))
    .join("/");
}
