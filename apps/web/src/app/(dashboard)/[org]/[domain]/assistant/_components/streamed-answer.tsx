"use client";
import remarkGfm from "remark-gfm";
import { Streamdown } from "streamdown";
import { ANSWER_ELEMENTS, remarkCitations } from "#components/answer/answer-elements.tsx";

const PLUGINS = [remarkGfm, remarkCitations];
/** None: raw HTML stays out, since nothing reads it, and our own elements let no image and no other link through. */
const NO_PLUGINS: never[] = [];
const NO_QUESTION = { enabled: false };

/** An answer while it is written: what is not closed yet is shown as if it were. */
export default function StreamedAnswer({ text, isRunning }: { text: string; isRunning: boolean }) {
  return (
    <Streamdown
      className="space-y-2.5 break-words"
      mode={isRunning ? "streaming" : "static"}
      isAnimating={isRunning}
      remarkPlugins={PLUGINS}
      rehypePlugins={NO_PLUGINS}
      components={ANSWER_ELEMENTS}
      controls={false}
      linkSafety={NO_QUESTION}
      skipHtml
    >
      {text}
    </Streamdown>
  );
}
