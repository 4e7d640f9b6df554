import type { OutcomeData, SourceData } from "@docsteward/contract/ui-chunk";
import { createFinder, readAtxHeading, readCodeSpans, splitFences } from "@docsteward/text/markdown/scanner";
import { escapeSlack } from "../webhook/slack-message.ts";

/** What Slack takes at most: characters of a section's text and of a header. A message has at most 50 blocks. */
const MAX_SECTION = 3_000;
const MAX_HEADER = 150;
const MAX_ANSWER_SECTIONS = 30;
const MAX_SOURCE_SECTIONS = 5;

type Answer = {
  question: string;
  /** In Markdown. */
  text: string;
  sources: readonly SourceData[];
  category: OutcomeData["category"] | null;
};

/** The body of an answer for Slack's `response_url`, without who sees it. */
export type SlackAnswer = { text: string; blocks: object[] };

/** Puts an answer into blocks: its text in Slack's own format, with citations and sources as links. Nothing in it calls people. */
export function composeSlackAnswer({ question, text, sources, category }: Answer): SlackAnswer {
  const urls = new Map(sources.map(({ number, url }) => [String(number), url]));
  const packed = pack(toSlackLines(text, urls));
  const answer = packed.slice(0, MAX_ANSWER_SECTIONS);
  const cited = pack(sources.map((source) => ({ text: toSourceLine(source), isCode: false })));
  const note = [
    packed.length > answer.length ? "The answer is longer than Slack shows." : null,
    category === "unanswered" ? "Not answered by the docs. Added to gaps." : null,
  ].filter((sentence) => sentence !== null);
  return {
    text: escapeSlack(cut(question, MAX_HEADER)),
    blocks: [
      { type: "header", text: { type: "plain_text", text: cut(question, MAX_HEADER), emoji: false } },
      ...answer.map(toSection),
      ...cited.slice(0, MAX_SOURCE_SECTIONS).map(toSection),
      ...(note.length > 0 ? [{ type: "context", elements: [{ type: "mrkdwn", text: note.join(" ") }] }] : []),
    ],
  };
}

const toSection = (text: string) => ({ type: "section", text: { type: "mrkdwn", text } });

/** On one line, and at most so long. */
function cut(text: string, limit: number): string {
  const line = text.replaceAll(/\s/g, " ");
  return line.length > limit ? `${line.slice(0, limit - 1).toWellFormed()}…` : line;
}

function toSourceLine({ number, title, url }: SourceData): string {
  return toLink(url, `${number}. ${cut(title, 200)}`) ?? escapeSlack(`${number}. ${cut(title, 200)} (${url})`);
}

const MAX_URL = 2_000;

/** A link in Slack's format; null for what is no address of a page or of mail. */
function toLink(address: string, label: string): string | null {
  const url = address.length > MAX_URL ? null : URL.parse(address);
  if (url === null || !["https:", "http:", "mailto:"].includes(url.protocol)) return null;
  // Its address ends at a bar or a bracket.
  const href = url.href.replaceAll("|", "%7C").replaceAll("<", "%3C").replaceAll(">", "%3E").replaceAll("&", "&amp;");
  return href.length > MAX_URL ? null : `<${href}|${escapeSlack(label)}>`;
}

type Line = { text: string; isCode: boolean };
type Urls = ReadonlyMap<string, string>;

/** Markdown as lines of Slack's format. Slack has no tables: they are shown as code. */
function toSlackLines(markdown: string, urls: Urls): Line[] {
  return splitFences(markdown.trim()).flatMap(({ fence, isClosed, text }) => {
    const lines = text.split("\n");
    if (fence === null) return toProse(lines, urls);
    return lines.slice(1, isClosed ? -1 : undefined).map(toCode);
  });
}

/** Three backticks would end the code. */
const toCode = (line: string): Line => ({ text: escapeSlack(line).replaceAll("```", "'''"), isCode: true });

function toProse(lines: readonly string[], urls: Urls): Line[] {
  return lines.map((line) => {
    if (line.startsWith("|")) return toCode(line);
    const heading = readAtxHeading(line);
    // Slack shows no bold text in bold text.
    if (heading) return { text: `*${toInline(heading.text.replaceAll("*", ""), urls)}*`, isCode: false };
    const item = /^([ \t]{0,20})[-*+] /.exec(line);
    const text = item ? `${item[1]}• ${toInline(line.slice(item[0].length), urls)}` : toInline(line, urls);
    return { text, isCode: false };
  });
}

const MAX_LABEL = 500;
/** What a backslash takes the meaning from in Markdown. */
const PUNCTUATION = new Set("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~");

/** One line of prose: code, links, citations and bold text in Slack's format, the rest escaped. */
function toInline(line: string, urls: Urls): string {
  const codeEnd = readCodeSpans(line);
  const [findOpen, findClose, findEnd] = ["[", "]", ")"].map((mark) => createFinder(line, mark));
  const parts: string[] = [];
  let from = 0;
  const take = (at: number, end: number, part: string) => {
    parts.push(escapeSlack(line.slice(from, at)), part);
    from = end;
  };
  for (let at = 0; at < line.length; at = Math.max(at + 1, from)) {
    const sign = line[at];
    if (sign === "`") {
      const end = codeEnd(at);
      take(at, end, escapeSlack(line.slice(at, end)));
    } else if (sign === "\\" && PUNCTUATION.has(line[at + 1] ?? "")) take(at, at + 2, escapeSlack(line[at + 1] ?? ""));
    else if (line.startsWith("**", at)) take(at, at + 2, "*");
    else if (sign === "[") {
      const close = findClose?.(at) ?? -1;
      const next = findOpen?.(at + 1) ?? -1;
      if (close < 0 || close - at > MAX_LABEL || (next >= 0 && next < close)) continue;
      const label = line.slice(at + 1, close);
      const end = line[close + 1] === "(" ? (findEnd?.(close) ?? -1) : -1;
      const isLink = end >= 0 && end - close <= MAX_URL;
      const address = isLink ? line.slice(close + 2, end) : (urls.get(label) ?? "");
      const link = toLink(address, isLink ? label.replaceAll("**", "") : `[${label}]`);
      if (link !== null) take(at, isLink ? end + 1 : close + 1, link);
    }
  }
  return parts.join("") + escapeSlack(line.slice(from));
}

const FENCE = "```";
/** Leaves room for the marks of code, which ends and begins again where a section does. */
const MAX_LINE = MAX_SECTION - 2 * (FENCE.length + 1);

/** Fills sections with lines. */
function pack(lines: readonly Line[]): string[] {
  const sections: string[] = [];
  let section = "";
  let isCode = false;
  const close = () => {
    const text = isCode ? `${section}\n${FENCE}` : section;
    if (text.trim() !== "") sections.push(text.trim());
    [section, isCode] = ["", false];
  };
  for (const line of lines.flatMap(splitLine)) {
    const marks = 2 * (FENCE.length + 1);
    if (section.length + line.text.length + marks + 1 > MAX_SECTION) close();
    if (line.isCode !== isCode) {
      section += isCode ? `\n${FENCE}` : `${section === "" ? "" : "\n"}${FENCE}`;
      isCode = line.isCode;
    }
    section += section === "" ? line.text : `\n${line.text}`;
  }
  close();
  return sections;
}

/** A line in pieces that fit into a section. No link and no escape is cut. */
function splitLine({ text, isCode }: Line): Line[] {
  const pieces: Line[] = [];
  let from = 0;
  while (text.length - from > MAX_LINE) {
    const piece = text.slice(from, from + MAX_LINE);
    const link = piece.lastIndexOf("<");
    const entity = piece.lastIndexOf("&");
    const blank = piece.lastIndexOf(" ");
    const isInLink = link > piece.lastIndexOf(">");
    let end = isInLink ? link : blank > MAX_LINE / 2 ? blank : MAX_LINE;
    if (end === MAX_LINE && entity > MAX_LINE - 5 && entity > piece.lastIndexOf(";")) end = entity;
    const taken = end > 0 ? end : MAX_LINE;
    pieces.push({ text: piece.slice(0, taken).toWellFormed(), isCode });
    from += taken;
  }
  return [...pieces, { text: text.slice(from), isCode }];
}
