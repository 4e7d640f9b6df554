import { gfmFootnoteFromMarkdown } from "mdast-util-gfm-footnote";
import { gfmTableFromMarkdown } from "mdast-util-gfm-table";
import { gfmFootnote } from "micromark-extension-gfm-footnote";
import { gfmTable } from "micromark-extension-gfm-table";
import type { Processor } from "unified";

/**
 * A remark plugin with what matters of GitHub's Markdown to where blocks and links begin and end: tables and footnotes.
 *
 * Bare addresses, strikethrough and task lists are left out: they hold nothing to check, and take a third of the time.
 */
export function remarkTables(this: Processor): void {
  const data = this.data();
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), gfmTable(), gfmFootnote()];
  data.fromMarkdownExtensions = [
    ...(data.fromMarkdownExtensions ?? []),
    gfmTableFromMarkdown(),
    gfmFootnoteFromMarkdown(),
  ];
}
