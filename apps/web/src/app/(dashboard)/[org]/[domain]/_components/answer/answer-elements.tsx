"use client";
import { cn } from "@docsteward/ui/cn";
import { ScrollX } from "@docsteward/ui/scroll-x";
import { createContext, type ReactNode, use } from "react";
import { MARKDOWN_ELEMENTS, OutwardLink } from "../../../../_components/markdown-elements.tsx";
import { citedBy } from "./remark-citations.ts";

export type Citing = {
  /** The source that is looked at. */
  chosen: number | null;
  /** Says that one is pointed at, or with null that none is any more. */
  onPoint: (number: number | null) => void;
  onChoose: (number: number) => void;
};

const CitingContext = createContext<Citing | null>(null);

/** Lets the citations of the answers below it act on a list of sources beside them. */
export const CitingProvider = CitingContext.Provider;

/** Links and citations of an answer. Others lead only where a browser may go, without opener and referrer. */
export function AnswerLink({ href, children }: { href?: string | undefined; children?: ReactNode }) {
  const number = citedBy(href);
  if (number !== null) return <Citation number={number} />;
  if (!/^(?:https?:|mailto:)/i.test(href ?? "")) return <span className="underline decoration-dotted">{children}</span>;
  return <OutwardLink href={href}>{children}</OutwardLink>;
}

const chip =
  "mx-0.5 inline-flex h-4 min-w-4 items-center justify-center rounded bg-accent px-1 align-[0.1em] font-medium font-mono text-[0.6875rem] text-muted-foreground no-underline";

function Citation({ number }: { number: number }) {
  const citing = use(CitingContext);
  if (citing === null) return <span className={chip}>{number}</span>;
  return (
    <button
      type="button"
      aria-label={`Source ${number}`}
      aria-pressed={citing.chosen === number}
      onClick={() => citing.onChoose(number)}
      onPointerEnter={() => citing.onPoint(number)}
      onPointerLeave={() => citing.onPoint(null)}
      onFocus={() => citing.onPoint(number)}
      onBlur={() => citing.onPoint(null)}
      className={cn(
        chip,
        "cursor-pointer hover:bg-brand hover:text-background",
        citing.chosen === number && "bg-brand text-background",
      )}
    >
      {number}
    </button>
  );
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
