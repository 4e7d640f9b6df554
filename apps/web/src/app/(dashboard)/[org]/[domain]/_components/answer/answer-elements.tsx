import { ScrollX } from "@docsteward/ui/scroll-x";
import type { ReactNode } from "react";
import { MARKDOWN_ELEMENTS, OutwardLink } from "../../../../_components/markdown-elements.tsx";
import { Citation } from "./citing.tsx";
import { citedBy } from "./remark-citations.ts";

/** Links and citations of an answer. Others lead only where a browser may go, without opener and referrer. */
export function AnswerLink({ href, children }: { href?: string | undefined; children?: ReactNode }) {
  const number = citedBy(href);
  if (number !== null) return <Citation number={number} />;
  if (!/^(?:https?:|mailto:)/i.test(href ?? "")) return <span className="underline decoration-dotted">{children}</span>;
  return <OutwardLink href={href}>{children}</OutwardLink>;
}

/** How the elements of an answer look. An image would tell a foreign server who reads this page: only its words are shown. */
export const ANSWER_ELEMENTS = {
  ...MARKDOWN_ELEMENTS,
  a: AnswerLink,
  img: ({ alt }: { alt?: string | undefined }) => (
    <span className="text-muted-foreground">[image{alt ? `: ${alt}` : ""}]</span>
  ),
  h1: ({ children }: Children) => <h4 className="mt-3 font-semibold first:mt-0">{children}</h4>,
  h2: ({ children }: Children) => <h4 className="mt-3 font-semibold first:mt-0">{children}</h4>,
  h3: ({ children }: Children) => <h5 className="mt-2 font-semibold first:mt-0">{children}</h5>,
  h4: ({ children }: Children) => <h5 className="mt-2 font-semibold first:mt-0">{children}</h5>,
  p: ({ children }: Children) => <p className="leading-relaxed">{children}</p>,
  ul: ({ children }: Children) => <ul className="flex list-disc flex-col gap-1 pl-5">{children}</ul>,
  ol: ({ children }: Children) => <ol className="flex list-decimal flex-col gap-1 pl-5">{children}</ol>,
  blockquote: ({ children }: Children) => (
    <blockquote className="flex flex-col gap-2 border-l-2 pl-3 text-muted-foreground">{children}</blockquote>
  ),
  table: ({ children }: Children) => (
    <ScrollX>
      <table className="border-collapse text-left text-[0.8125rem] [&_td]:border [&_td]:px-2 [&_td]:py-1 [&_th]:border [&_th]:px-2 [&_th]:py-1">
        {children}
      </table>
    </ScrollX>
  ),
};

type Children = { children?: ReactNode };
