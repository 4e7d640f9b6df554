import { cn } from "@docsteward/ui/cn";
import { ScrollX } from "@docsteward/ui/layout";
import { ImageOff, Puzzle } from "lucide-react";
import { createContext, createElement, type ReactNode, use } from "react";
import type { PreviewNode } from "../../server/pull-request/preview.ts";
import type { PreviewMarks } from "./preview-marks.ts";

const HEADING_CLASSES = ["text-xl", "text-lg", "text-base", "text-sm", "text-sm", "text-sm"];

/** The words of the page that differ from the other side, and how they look. */
export const MarksContext = createContext<{ marks: PreviewMarks; className: string } | null>(null);

/** The text of a node, with the words marked that differ from the other side. */
function MarkedText({ node }: { node: PreviewNode & { text: string } }): ReactNode {
  const context = use(MarksContext);
  const mark = context?.marks.get(node);
  if (!context || !mark || mark.from >= mark.to) return node.text;
  return (
    <>
      {node.text.slice(0, mark.from)}
      <mark className={cn("rounded-xs text-inherit", context.className)}>{node.text.slice(mark.from, mark.to)}</mark>
      {node.text.slice(mark.to)}
    </>
  );
}

/** Shows some nodes of a page. Their place is their key: a preview is made anew and never moved about. */
export function PreviewNodes({ nodes }: { nodes: readonly PreviewNode[] }): ReactNode {
  return nodes.map((node, index) => {
    const key = `${index}-${node.kind}`;
    return <PreviewElement key={key} node={node} />;
  });
}

function PreviewElement({ node }: { node: PreviewNode }): ReactNode {
  const inner = "children" in node ? <PreviewNodes nodes={node.children} /> : null;
  switch (node.kind) {
    case "text":
      return <MarkedText node={node} />;
    case "paragraph":
      return <p className="leading-relaxed">{inner}</p>;
    case "emphasis":
      return <em>{inner}</em>;
    case "strong":
      return <strong className="font-semibold">{inner}</strong>;
    case "deleted":
      return <del>{inner}</del>;
    case "quote":
      return <blockquote className="flex flex-col gap-2 border-l-2 pl-3 text-muted-foreground">{inner}</blockquote>;
    case "heading": {
      // The page around has headings of its own above these.
      const tag = `h${Math.min(6, node.depth + 2)}`;
      return createElement(tag, { className: cn("mt-2 font-semibold", HEADING_CLASSES[node.depth - 1]) }, inner);
    }
    case "list":
      return node.isOrdered ? (
        <ol start={node.start} className="flex list-decimal flex-col gap-1 pl-6">
          {inner}
        </ol>
      ) : (
        <ul className="flex list-disc flex-col gap-1 pl-6">{inner}</ul>
      );
    case "item":
      return (
        <li className={cn(node.isChecked !== null && "-ml-5 list-none")}>
          {node.isChecked !== null && <span aria-hidden>{node.isChecked ? "☑ " : "☐ "}</span>}
          {inner}
        </li>
      );
    case "link":
      return (
        <span title={node.url} className="text-brand underline underline-offset-2">
          {inner}
        </span>
      );
    case "code":
      return <PreviewCode node={node} />;
    case "inlineCode":
      return (
        <code className="break-words rounded-sm bg-muted px-1 py-px font-mono text-[0.9em]">
          <MarkedText node={node} />
        </code>
      );
    case "image":
      return (
        <span className="inline-flex max-w-full items-center gap-1.5 rounded border border-dashed px-2 py-0.5 text-muted-foreground text-xs">
          <ImageOff aria-hidden className="size-3.5 shrink-0" />
          <span className="truncate">{node.alt || "Image"}</span>
          <code className="truncate font-mono">{node.url}</code>
        </span>
      );
    case "table":
      return <PreviewTable rows={node.rows} />;
    case "break":
      return <br />;
    case "rule":
      return <hr className="my-1" />;
    case "expression":
    case "html":
      return (
        <code className="whitespace-pre-wrap break-words rounded-sm border border-dashed px-1 font-mono text-muted-foreground text-xs">
          {node.text}
        </code>
      );
    case "component":
      return <PreviewComponent node={node}>{inner}</PreviewComponent>;
    case "footnote":
      return (
        <div className="flex gap-2 border-t pt-1.5 text-muted-foreground text-xs">
          <span>[{node.label}]</span>
          <div>{inner}</div>
        </div>
      );
  }
}

function PreviewCode({ node }: { node: PreviewNode & { kind: "code" } }) {
  const { language } = node;
  return (
    <div className="rounded-md border bg-muted">
      {language && <p className="border-b px-2.5 py-1 font-mono text-muted-foreground text-xs">{language}</p>}
      <ScrollX as="pre" className="p-2.5 font-mono text-xs leading-relaxed">
        <code>
          <MarkedText node={node} />
        </code>
      </ScrollX>
    </div>
  );
}

function PreviewTable({ rows: [head = [], ...body] }: { rows: PreviewNode[][][] }) {
  const cells = (row: PreviewNode[][], tag: "th" | "td") =>
    row.map((cell, index) =>
      createElement(
        tag,
        { key: `${index}-${cell.length}`, className: cn("border px-2 py-1 align-top", tag === "th" && "bg-muted") },
        <PreviewNodes nodes={cell} />,
      ),
    );
  return (
    <ScrollX>
      <table className="border-collapse text-left">
        <thead>
          <tr>{cells(head, "th")}</tr>
        </thead>
        <tbody>
          {body.map((row, index) => {
            const key = `${index}-${row.length}`;
            return <tr key={key}>{cells(row, "td")}</tr>;
          })}
        </tbody>
      </table>
    </ScrollX>
  );
}

function PreviewComponent({ node, children }: { node: PreviewNode & { kind: "component" }; children: ReactNode }) {
  const words = node.attributes.map(([name, value]) =>
    value === "" ? name : name === "" ? value : `${name}=${value}`,
  );
  const label = (
    <span className="flex min-w-0 items-center gap-1.5 text-muted-foreground text-xs">
      <Puzzle aria-hidden className="size-3 shrink-0" />
      <code className="shrink-0 font-medium font-mono text-foreground">{node.name}</code>
      {words.length > 0 && <code className="truncate font-mono">{words.join("  ")}</code>}
    </span>
  );
  if (node.isInline) {
    return (
      <span className="inline-flex max-w-full items-center gap-1 rounded border px-1">
        {label}
        {node.children.length > 0 && <span>{children}</span>}
      </span>
    );
  }
  return (
    <div className="rounded-md border">
      <div className={cn("bg-muted/60 px-2.5 py-1", node.children.length > 0 && "border-b")}>{label}</div>
      {node.children.length > 0 && <div className="flex flex-col gap-2.5 px-3 py-2.5">{children}</div>}
    </div>
  );
}
