import type { Root } from "mdast";
import { gfmFootnoteFromMarkdown } from "mdast-util-gfm-footnote";
import { gfmTableFromMarkdown } from "mdast-util-gfm-table";
import { gfmFootnote } from "micromark-extension-gfm-footnote";
import { gfmTable } from "micromark-extension-gfm-table";
import remarkMdx from "remark-mdx";
import remarkParse from "remark-parse";
import { type Processor, unified } from "unified";

type Extension = ReturnType<typeof gfmTable>;
type Construct = Exclude<NonNullable<NonNullable<Extension["flow"]>[string]>, unknown[]>;

const markdown = unified().use(remarkParse).use(gfmSubset).freeze();
const mdx = unified().use(remarkParse).use(gfmSubset).use(remarkMdx).freeze();

/** Reads Markdown as a tree, with tables and footnotes as GitHub has them. */
export function parseMarkdown(text: string): Root {
  tableLines = findTableLines(text);
  return markdown.parse(text);
}

/**
 * Reads strict MDX as a tree, with tables and footnotes as GitHub has them. No code of it is run.
 *
 * @throws VFileMessage for what is no MDX; RangeError for what is nested too deeply
 */
export function parseMdx(text: string): Root {
  tableLines = findTableLines(text);
  return mdx.parse(text);
}

/**
 * A remark plugin with what matters of GitHub's Markdown to where blocks and links begin and end: tables and footnotes.
 *
 * Bare addresses, strikethrough and task lists are left out: they hold nothing to check, and take a third of the time.
 */
function gfmSubset(this: Processor): void {
  const data = this.data();
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), tablesWherePossible(), gfmFootnote()];
  data.fromMarkdownExtensions = [
    ...(data.fromMarkdownExtensions ?? []),
    gfmTableFromMarkdown(),
    gfmFootnoteFromMarkdown(),
  ];
}

/** Of the text that is parsed: nothing comes between, since parsing does not wait. */
let tableLines: ReadonlySet<number> = new Set();

/** The extension for tables takes every line for the head of one, word by word, until the next line says that it is none. */
function tablesWherePossible(): Extension {
  const extension = gfmTable();
  const table = extension.flow?.null as Construct;
  const tokenize: Construct["tokenize"] = function (effects, ok, nok) {
    const start = table.tokenize.call(this, effects, ok, nok);
    return (code) => (tableLines.has(this.now().line) ? start(code) : nok(code));
  };
  return { ...extension, flow: { null: { ...table, tokenize } } };
}

/** Lines, from 1, that can be the head or a row of a table: the line before one of dashes, and all lines up to the next empty one. */
function findTableLines(text: string): ReadonlySet<number> {
  const found = new Set<number>();
  let isTable = false;
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    // As many marks of blockquotes may come before as there are quotes.
    if (line.includes("-") && /^[-:|> \t]+$/.test(line)) {
      found.add(index);
      isTable = true;
    } else if (isTable && /^[> \t]*$/.test(line)) isTable = false;
    if (isTable) found.add(index + 1);
  }
  return found;
}
