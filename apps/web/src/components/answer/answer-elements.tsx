import { ScrollX } from "@docsteward/ui/layout";
import type { ReactNode } from "react";
import { MARKDOWN_ELEMENTS, OutwardLink } from "../markdown/elements.tsx";
import { Citation } from "./citations.tsx";

/** Links and citations of an answer. Others lead only where a browser may go, without opener and referrer. */
function AnswerLink({ href, children }: { href?: string | undefined; children?: ReactNode }) {
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

type Node = { type: string; value?: string; url?: string; children?: Node[] };

const CITATION = /\[(\d{1,3})\]/g;
const ADDRESS = /^#source-(\d{1,3})$/;

/** Makes links of the numbers that an answer cites its sources with: `[2]` leads to `#source-2`. Code is left alone. */
export function remarkCitations() {
  return (tree: Node): void => replaceIn(tree);
}

/** The number that a link made by {@link remarkCitations} cites; null for every other link. */
function citedBy(href: string | undefined): number | null {
  const [, number] = ADDRESS.exec(href ?? "") ?? [];
  return number === undefined ? null : Number(number);
}

function replaceIn(node: Node): void {
  if (node.children === undefined || node.type === "link") return;
  node.children = node.children.flatMap((child) => (child.type === "text" ? split(child.value ?? "") : [child]));
  for (const child of node.children) replaceIn(child);
}

function split(text: string): Node[] {
  const nodes: Node[] = [];
  let end = 0;
  for (const { 0: found, 1: number, index } of text.matchAll(CITATION)) {
    if (index > end) nodes.push({ type: "text", value: text.slice(end, index) });
    nodes.push({ type: "link", url: `#source-${number}`, children: [{ type: "text", value: String(number) }] });
    end = index + found.length;
  }
  if (end < text.length) nodes.push({ type: "text", value: text.slice(end) });
  return nodes;
}
