"use client";

import { Badge, type BadgeTone } from "@docsteward/ui/badge";
import { cn } from "@docsteward/ui/cn";
import { ChevronRight, FileText, Folder } from "lucide-react";
import { useCallback } from "react";
import type { RenderedDiff, RenderedFile } from "../../server/pull-request/diff.ts";
import { buildFileTree, type TreeNode } from "./file-tree.ts";

const STATUS_TONE: Record<RenderedFile["status"], BadgeTone | null> = {
  added: "success",
  deleted: "destructive",
  renamed: "brand",
  modified: null,
};

/** The changed files, one card a file that folds; the lines live in a shadow root with styles of their own. */
export function DiffView({ diff }: { diff: RenderedDiff }) {
  return (
    <div className="flex flex-col gap-2">
      {diff.files.map((file) => (
        <DiffFile key={file.path} file={file} head={diff.head} />
      ))}
    </div>
  );
}

/** The id of a file's card, for links to it. */
export const diffAnchor = (path: string): string => `diff-${encodeURIComponent(path)}`;

function DiffFile({ file, head }: { file: RenderedFile; head: string }) {
  const tone = STATUS_TONE[file.status];
  return (
    <details
      id={diffAnchor(file.path)}
      open
      className="group scroll-mt-[calc(var(--page-header,3rem)+1rem)] overflow-hidden rounded-md border bg-card"
    >
      <summary className="flex cursor-pointer list-none items-center gap-2 border-b bg-muted px-2 py-1.5 [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-3.5 shrink-0 text-muted-foreground group-open:rotate-90" />
        <span className="min-w-0 break-all font-mono text-xs">
          {file.from && <span className="text-muted-foreground">{file.from} → </span>}
          {file.path}
        </span>
        {tone && <Badge tone={tone}>{file.status}</Badge>}
        <LineCounts {...file} className="ml-auto" />
      </summary>
      {file.html === null ? (
        <p className="break-words px-3 py-2 text-muted-foreground">{file.leftOut ?? whyNoLines(file)}</p>
      ) : (
        <ShadowHtml html={head + file.html} />
      )}
    </details>
  );
}

/** Added and deleted lines, in the colours everybody knows. */
export function LineCounts(props: { additions: number; deletions: number; className?: string }) {
  return (
    <span className={`shrink-0 font-mono text-xs tabular-nums ${props.className ?? ""}`}>
      <span className="text-success">+{props.additions}</span>{" "}
      <span className="text-destructive">−{props.deletions}</span>
    </span>
  );
}

function whyNoLines({ status, additions, deletions }: RenderedFile): string {
  if (additions + deletions > 0) return "Changes can't be shown as text.";
  return status === "renamed" ? "Renamed without content changes." : "Empty file.";
}

function ShadowHtml({ html }: { html: string }) {
  const attach = useCallback(
    (host: HTMLDivElement | null) => {
      if (host === null) return;
      const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
      // Made by renderDiff from escaped text; the page's policy allows no foreign scripts either.
      root.innerHTML = html;
    },
    [html],
  );
  return <div ref={attach} className="diff-lines" />;
}

/** The changed files by folder, each with its lines; `hrefOf` says where a file leads. */
export function DiffTree({ files, hrefOf }: { files: readonly RenderedFile[]; hrefOf: (path: string) => string }) {
  return (
    <nav aria-label="Changed files" className="rounded-md border bg-card p-1.5">
      <TreeRows nodes={buildFileTree(files)} hrefOf={hrefOf} />
    </nav>
  );
}

type RowsProps = { nodes: TreeNode<RenderedFile>[]; hrefOf: (path: string) => string; isInner?: boolean };

function TreeRows({ nodes, hrefOf, isInner }: RowsProps) {
  return (
    <ul className={cn("flex flex-col", isInner && "ml-2 border-l pl-1.5")}>
      {nodes.map((node) =>
        node.kind === "folder" ? (
          <li key={node.path}>
            <p className="flex items-center gap-1.5 px-1.5 py-0.5 text-muted-foreground text-xs">
              <Folder aria-hidden className="size-3.5 shrink-0" />
              <span className="truncate">{node.name}</span>
            </p>
            <TreeRows nodes={node.children} hrefOf={hrefOf} isInner />
          </li>
        ) : (
          <li key={node.file.path}>
            <a
              href={hrefOf(node.file.path)}
              title={node.file.path}
              className="flex items-center gap-1.5 rounded px-1.5 py-0.5 text-xs hover:bg-accent"
            >
              <FileText aria-hidden className="size-3.5 shrink-0 text-muted-foreground" />
              <span className={cn("min-w-0 flex-1 truncate", node.file.status === "deleted" && "line-through")}>
                {node.name}
              </span>
              <LineCounts {...node.file} />
            </a>
          </li>
        ),
      )}
    </ul>
  );
}
