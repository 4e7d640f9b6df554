import { cn } from "@docsteward/ui/cn";
import remarkGfm from "remark-gfm";
import { BoundedMarkdown, type MarkdownText } from "../markdown/markdown.tsx";
import { ANSWER_ELEMENTS, remarkCitations } from "./answer-elements.tsx";

const PLUGINS = [remarkGfm, remarkCitations];

/**
 * An answer as it was stored: Markdown of a model, without raw HTML and images, its citations as chips. Rendered on the server where
 * it can be: what reads Markdown weighs as much as a page.
 */
export function StoredAnswer({ className, ...text }: MarkdownText) {
  return (
    <BoundedMarkdown {...text} className={cn("gap-2.5", className)} plugins={PLUGINS} components={ANSWER_ELEMENTS} />
  );
}
