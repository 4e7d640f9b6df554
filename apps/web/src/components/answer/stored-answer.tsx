import { cn } from "@docsteward/ui/cn";
import ReactMarkdown from "react-markdown";
import remarkGfm from "remark-gfm";
import { exceedsParseBudget, INLINE_BUDGET } from "../markdown/parse-budget.ts";
import { ANSWER_ELEMENTS, remarkCitations } from "./answer-elements.tsx";

const PLUGINS = [remarkGfm, remarkCitations];

/**
 * An answer as it was stored: Markdown of a model, without raw HTML and images, its citations as chips. Rendered on the server where it
 * can be: what reads Markdown weighs as much as a page. One that would take long to read is shown as it was written.
 */
export function StoredAnswer({
  text,
  isPlain = false,
  className,
}: {
  text: string;
  isPlain?: boolean;
  className?: string;
}) {
  return (
    <div className={cn("flex flex-col gap-2.5 break-words", className)}>
      {isPlain || exceedsParseBudget(text, INLINE_BUDGET) ? (
        <p className="whitespace-pre-wrap">{text}</p>
      ) : (
        <ReactMarkdown remarkPlugins={PLUGINS} components={ANSWER_ELEMENTS} skipHtml>
          {text}
        </ReactMarkdown>
      )}
    </div>
  );
}
