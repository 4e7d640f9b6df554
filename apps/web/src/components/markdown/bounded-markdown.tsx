import { exceedsParseBudget, INLINE_BUDGET } from "@docsteward/text/markdown/parse-budget";
import { cn } from "@docsteward/ui/cn";
import type { Components, Options } from "react-markdown";
import ReactMarkdown from "react-markdown";

export type MarkdownText = {
  text: string;
  /** Shows the text as it was written. */
  isPlain?: boolean;
  className?: string;
};

type BoundedMarkdownProps = MarkdownText & { plugins: Options["remarkPlugins"]; components: Components };

/** Shows Markdown without its raw HTML. A text that would take long to parse is shown as it was written. */
export function BoundedMarkdown({ text, isPlain = false, className, plugins, components }: BoundedMarkdownProps) {
  return (
    <div className={cn("flex flex-col break-words", className)}>
      {isPlain || exceedsParseBudget(text, INLINE_BUDGET) ? (
        <p className="whitespace-pre-wrap">{text}</p>
      ) : (
        <ReactMarkdown remarkPlugins={plugins} components={components} skipHtml>
          {text}
        </ReactMarkdown>
      )}
    </div>
  );
}

const MAX_CHARACTERS_OF_PAGE = 100_000;

/**
 * Where the newest texts of a page begin that may be read as Markdown together. Those before them are shown as they were written.
 *
 * @param lengths of the texts, oldest first
 */
export function findFirstFormatted(lengths: readonly number[]): number {
  let left = MAX_CHARACTERS_OF_PAGE;
  return (
    lengths.findLastIndex((length) => {
      left -= length;
      return left < 0;
    }) + 1
  );
}
