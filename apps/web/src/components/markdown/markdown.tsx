import { exceedsParseBudget, INLINE_BUDGET } from "@docsteward/text/markdown/parse-budget";
import { cn } from "@docsteward/ui/cn";
import { ScrollX } from "@docsteward/ui/layout";
import ReactMarkdown, { type Components, type Options } from "react-markdown";
import remarkGfm from "remark-gfm";
import { MARKDOWN_ELEMENTS } from "./elements.tsx";

const COMPONENTS: Components = {
  ...MARKDOWN_ELEMENTS,
  // An image would tell a foreign server who reads this page, so only its words are shown.
  img: ({ alt, src }) => (
    <span className="text-muted-foreground">[image: {alt || (typeof src === "string" ? src : "")}]</span>
  ),
  h1: ({ children }) => <h3 className="mt-4 font-semibold text-base first:mt-0">{children}</h3>,
  h2: ({ children }) => <h3 className="mt-4 font-semibold first:mt-0">{children}</h3>,
  h3: ({ children }) => <h4 className="mt-3 font-semibold first:mt-0">{children}</h4>,
  ul: ({ children }) => <ul className="list-disc pl-5">{children}</ul>,
  ol: ({ children }) => <ol className="list-decimal pl-5">{children}</ol>,
  blockquote: ({ children }) => <blockquote className="border-l-2 pl-3 text-muted-foreground">{children}</blockquote>,
  table: ({ children }) => (
    <ScrollX>
      <table className="border-collapse text-left [&_td]:border [&_td]:px-2 [&_td]:py-1 [&_th]:border [&_th]:px-2 [&_th]:py-1">
        {children}
      </table>
    </ScrollX>
  ),
};

const PLUGINS = [remarkGfm];

/** Shows Markdown that a model or a repository wrote: no raw HTML, no images, no links but http(s) and mailto. */
export function Markdown({ className, ...text }: MarkdownText) {
  return (
    <BoundedMarkdown
      {...text}
      className={cn("gap-2 leading-relaxed", className)}
      plugins={PLUGINS}
      components={COMPONENTS}
    />
  );
}

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
