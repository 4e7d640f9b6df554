import { type Html, html } from "./html.ts";

/** Text in Markdown as people read it: headings, lists, code, links and bold. What else there is stays as it was written. */
export function renderMarkdown(markdown: string): Html {
  const blocks: Html[] = [];
  const lines = markdown
    .replaceAll(/<!--[\s\S]*?-->/g, "")
    .replaceAll("\r\n", "\n")
    .split("\n");
  for (let at = 0; at < lines.length; ) {
    const rest = lines.slice(at);
    const taken =
      takeCode(rest) ?? takeRule(rest) ?? takeQuote(rest) ?? takeList(rest) ?? takeHeading(rest) ?? takeParagraph(rest);
    if (taken.block) blocks.push(taken.block);
    at += taken.count;
  }
  return html`${blocks}`;
}

type Taken = { block: Html | null; count: number };

function takeCode(lines: string[]): Taken | null {
  const fence = lines[0]?.match(/^(`{3,}|~{3,})/)?.[1];
  if (!fence) return null;
  const end = lines.findIndex((line, index) => index > 0 && line.startsWith(fence));
  const last = end < 0 ? lines.length : end;
  return { block: html`<pre>${lines.slice(1, last).join("\n")}</pre>`, count: last + 1 };
}

function takeRule([line = ""]: string[]): Taken | null {
  return /^(-{3,}|\*{3,})\s*$/.test(line) ? { block: html`<hr>`, count: 1 } : null;
}

function takeQuote(lines: string[]): Taken | null {
  const quoted = takeWhile(lines, (line) => line.startsWith(">"));
  if (quoted.length === 0) return null;
  const block = html`<blockquote>${renderMarkdown(quoted.map((line) => line.replace(/^> ?/, "")).join("\n"))}</blockquote>`;
  return { block, count: quoted.length };
}

function takeList(lines: string[]): Taken | null {
  const items = takeWhile(lines, (line) => /^\s*([-*]|\d+\.)\s+/.test(line));
  if (items.length === 0) return null;
  const rows = items.map((line) => html`<li>${toInline(line.replace(/^\s*([-*]|\d+\.)\s+/, ""))}</li>`);
  return { block: html`<ul>${rows}</ul>`, count: items.length };
}

function takeHeading([line = ""]: string[]): Taken | null {
  const [, marks, text] = line.match(/^(#{1,6})\s+(.+)$/) ?? [];
  if (!marks || !text) return null;
  return { block: marks.length < 3 ? html`<h3>${toInline(text)}</h3>` : html`<h4>${toInline(text)}</h4>`, count: 1 };
}

function takeParagraph(lines: string[]): Taken {
  const [first = "", ...more] = lines;
  if (first.trim() === "") return { block: null, count: 1 };
  const others = takeWhile(
    more,
    (line) => line.trim() !== "" && !/^(#{1,6}\s|>|-{3,}\s*$|`{3}|~{3}|\s*[-*]\s|\s*\d+\.\s)/.test(line),
  );
  const text = [first, ...others].map((line, index) => html`${index > 0 && html`<br>`}${toInline(line)}`);
  return { block: html`<p>${text}</p>`, count: 1 + others.length };
}

/** Code, links and bold inside a line. Addresses other than of the web stay text. */
function toInline(line: string): Html[] {
  const parts = line.split(/(`[^`]+`|\*\*[^*]+\*\*|\[[^\]]+\]\(https?:\/\/[^)\s]+\)|https?:\/\/[^\s)<>]+)/);
  return parts.map((part) => {
    const [, text, href] = part.match(/^\[([^\]]+)\]\((.+)\)$/) ?? [];
    if (text && href) return html`<a href="${href}" rel="nofollow">${text}</a>`;
    if (/^`.+`$/.test(part)) return html`<code class="ref">${part.slice(1, -1)}</code>`;
    if (/^\*\*.+\*\*$/.test(part)) return html`<b>${part.slice(2, -2)}</b>`;
    return /^https?:\/\//.test(part) ? html`<a href="${part}" rel="nofollow">${part}</a>` : html`${part}`;
  });
}

function takeWhile(lines: string[], holds: (line: string) => boolean): string[] {
  const end = lines.findIndex((line) => !holds(line));
  return end < 0 ? lines : lines.slice(0, end);
}
