import { Lexer, type MarkedToken, type Token, type Tokens } from "marked";
import type { ComponentChildren, VNode } from "preact";
import { useState } from "preact/hooks";
import type { Strings } from "./strings.ts";

type Rendering = {
  strings: Strings;
  /** What `[3]` in the text leads to; null for a number that no source has. */
  cite(number: number): VNode | null;
};

/** Draws Markdown as elements, never as HTML text: what a page or a model wrote cannot become code of the website. */
export function Markdown({ text, ...rendering }: Rendering & { text: string }) {
  const tokens = lexMarkdown(text);
  return (
    <div class="markdown" dir="auto">
      {tokens === null ? <p class="plain-text">{text}</p> : blocks(tokens, rendering)}
    </div>
  );
}

function blocks(tokens: readonly Token[], rendering: Rendering): ComponentChildren[] {
  return tokens.map((token) => block(token as MarkedToken, rendering));
}

function block(token: MarkedToken, rendering: Rendering): ComponentChildren {
  switch (token.type) {
    case "heading": {
      // A page's own headings stay above those of an answer.
      const Heading = `h${Math.min(token.depth + 2, 6)}` as "h3";
      return <Heading>{inline(token.tokens, rendering)}</Heading>;
    }
    case "paragraph":
      return <p>{inline(token.tokens, rendering)}</p>;
    case "text":
      return <>{inline(token.tokens ?? [token], rendering)}</>;
    case "code":
      return <CodeBlock code={token.text} strings={rendering.strings} />;
    case "blockquote":
      return <blockquote>{blocks(token.tokens, rendering)}</blockquote>;
    case "list":
      return <List list={token} rendering={rendering} />;
    case "table":
      return <Table table={token} rendering={rendering} />;
    case "hr":
      return <hr />;
    case "html":
      return <p>{token.text}</p>;
    default:
      return null;
  }
}

function List({ list, rendering }: { list: Tokens.List; rendering: Rendering }) {
  const items = list.items.map((item) => listItem(item, rendering));
  return list.ordered ? <ol start={Number(list.start) || 1}>{items}</ol> : <ul>{items}</ul>;
}

function listItem(item: Tokens.ListItem, rendering: Rendering): VNode {
  return (
    <li>
      {item.task && <input type="checkbox" disabled checked={item.checked === true} />}
      {blocks(item.tokens, rendering)}
    </li>
  );
}

function Table({ table, rendering }: { table: Tokens.Table; rendering: Rendering }) {
  const cell = (Cell: "th" | "td", { tokens }: Tokens.TableCell) => <Cell>{inline(tokens, rendering)}</Cell>;
  const row = (cells: Tokens.TableCell[]) => <tr>{cells.map((each) => cell("td", each))}</tr>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table wider than the window is scrolled by keyboard, too.
    <div class="scroll" tabIndex={0}>
      <table>
        <thead>
          <tr>{table.header.map((each) => cell("th", each))}</tr>
        </thead>
        <tbody>{table.rows.map(row)}</tbody>
      </table>
    </div>
  );
}

function CodeBlock({ code, strings }: { code: string; strings: Strings }) {
  return (
    <div class="code">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: code wider than the window is scrolled by keyboard, too. */}
      <pre tabIndex={0}>
        <code>{code}</code>
      </pre>
      <CopyButton text={code} label={strings.copy} done={strings.copied} />
    </div>
  );
}

/** A button that copies a text, and says so. */
export function CopyButton({ text, label, done }: { text: string; label: string; done: string }) {
  const [isDone, setDone] = useState(false);
  const copy = async () => {
    await navigator.clipboard?.writeText(text);
    setDone(true);
    setTimeout(() => setDone(false), 2_000);
  };
  return (
    <button type="button" class="plain copy" onClick={() => void copy()}>
      {isDone ? done : label}
    </button>
  );
}

function inline(tokens: readonly Token[], rendering: Rendering): ComponentChildren[] {
  return tokens.map((token) => inlinePiece(token as MarkedToken, rendering));
}

function inlinePiece(token: MarkedToken, rendering: Rendering): ComponentChildren {
  switch (token.type) {
    case "text":
      return <>{token.tokens ? inline(token.tokens, rendering) : cited(decode(token.text), rendering)}</>;
    case "escape":
      return <>{decode(token.text)}</>;
    case "strong":
      return <strong>{inline(token.tokens, rendering)}</strong>;
    case "em":
      return <em>{inline(token.tokens, rendering)}</em>;
    case "del":
      return <del>{inline(token.tokens, rendering)}</del>;
    case "codespan":
      return <code>{token.text}</code>;
    case "br":
      return <br />;
    case "link":
      return <SafeLink href={token.href}>{inline(token.tokens, rendering)}</SafeLink>;
    case "image":
      return <SafeLink href={token.href}>{token.text || token.href}</SafeLink>;
    case "html":
      return <>{token.text}</>;
    default:
      return null;
  }
}

/** A link that leads to a page or a mailbox; anything else, such as `javascript:`, is shown as its words alone. */
function SafeLink({ href, children }: { href: string; children: ComponentChildren }) {
  if (!isSafeAddress(href)) return <>{children}</>;
  return (
    <a href={href} rel="noopener">
      {children}
    </a>
  );
}

/** Whether an address is of the web, of a mailbox, or of this website. */
export function isSafeAddress(href: string): boolean {
  const url = URL.parse(href, location.href);
  return url !== null && ["http:", "https:", "mailto:"].includes(url.protocol);
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'", nbsp: "\u00a0" };

/** Markdown's text may name the characters that HTML reserves. */
function decode(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (entity, name: string) => ENTITIES[name] ?? entity);
}

/** A text whose `[1]` are citations. */
function cited(text: string, { cite }: Rendering): ComponentChildren[] {
  return text.split(/(\[\d{1,3}\])/).map((piece, at) => {
    const number = at % 2 === 1 ? Number(piece.slice(1, -1)) : Number.NaN;
    return Number.isNaN(number) ? piece : (cite(number) ?? piece);
  });
}

/** A page may be long; what models write stays far below all of these. */
const MAX_CHARACTERS = 200_000;
/** Parsing takes time with the square of the marks between two blank lines, and of the length of a word. */
const MAX_MARKS = 3_000;
const MAX_WORD = 2_000;
const MARKS = /[[\]*_<~`]/g;
/** Lists and quotes in each other: each level is another call, in the parser and in what draws them. */
const DEEP = /^(?:[ \t]*(?:>|[-*+][ \t]|\d{1,9}[.)][ \t])){20}/m;

/**
 * Reads Markdown. The text is of a page or a model, and the time is that of the website that embeds the assistant.
 *
 * @returns null for a text that would take seconds, or more calls than a browser makes: it is shown as it was written
 */
export function lexMarkdown(text: string): Token[] | null {
  if (text.length > MAX_CHARACTERS || DEEP.test(text)) return null;
  if (text.split(/\s/).some(({ length }) => length > MAX_WORD)) return null;
  const isCostly = (block: string) => (block.match(MARKS)?.length ?? 0) > MAX_MARKS;
  if (text.split(/\n[ \t]*\n/).some(isCostly)) return null;
  try {
    return new Lexer().lex(text);
  } catch {
    return null;
  }
}
