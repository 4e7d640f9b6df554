"use client";

import { Badge, type BadgeTone } from "@docsteward/ui/badge";
import { cn } from "@docsteward/ui/cn";
import { ChevronRight, FileText, Folder } from "lucide-react";
import { type MouseEvent, useCallback } from "react";
import type { RenderedDiff, RenderedFile } from "../../server/pull-request/diff.ts";
import { FileComments, useReview } from "./review.tsx";

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
  const review = useReview();
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
        <ShadowHtml
          html={head + file.html}
          onLine={review ? (line) => review.setOpen({ path: file.path, line }) : undefined}
        />
      )}
      <FileComments path={file.path} />
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

const LINE_NUMBERS =
  "<style>[data-column-number]{cursor:pointer}[data-column-number]:hover{text-decoration:underline}</style>";

/** @param onLine hears which line number was clicked */
function ShadowHtml({ html, onLine }: { html: string; onLine?: ((line: number | null) => void) | undefined }) {
  const isCommented = onLine !== undefined;
  const attach = useCallback(
    (host: HTMLDivElement | null) => {
      if (host === null) return;
      const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
      // Made by renderDiff from escaped text; the page's policy allows no foreign scripts either.
      root.innerHTML = isCommented ? html + LINE_NUMBERS : html;
    },
    [html, isCommented],
  );
  const onClick = ({ nativeEvent }: MouseEvent) => {
    const clicked = nativeEvent
      .composedPath()
      .find((target) => target instanceof HTMLElement && target.dataset.columnNumber !== undefined);
    if (!(clicked instanceof HTMLElement)) return;
    // A deleted line has no number in the changed file.
    onLine?.(clicked.dataset.lineType === "change-deletion" ? null : Number(clicked.dataset.columnNumber));
  };
  // biome-ignore lint/a11y/noStaticElementInteractions: the button below the lines does the same by keyboard.
  // biome-ignore lint/a11y/useKeyWithClickEvents: the button below the lines does the same by keyboard.
  return <div ref={attach} onClick={onLine && onClick} className="diff-lines" />;
}

type TreeProps = {
  /** Where a file leads. */
  hrefOf: (path: string) => string;
  /** The path of the file that is shown. */
  current?: string;
  /** Shows a file without leaving the page. */
  onChoose?: (path: string) => void;
};

/** The changed files by folder, each with its lines. */
export function DiffTree({
  label = "Changed files",
  files,
  ...props
}: TreeProps & { label?: string; files: readonly RenderedFile[] }) {
  return (
    <nav aria-label={label} className="rounded-md border bg-card p-1.5">
      <TreeRows nodes={buildFileTree(files)} {...props} />
    </nav>
  );
}

type RowsProps = TreeProps & { nodes: TreeNode<RenderedFile>[]; isInner?: boolean };

function TreeRows({ nodes, isInner, ...props }: RowsProps) {
  const { hrefOf, current, onChoose } = props;
  const choose = (event: MouseEvent, path: string) => {
    if (!onChoose || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onChoose(path);
  };
  return (
    <ul className={cn("flex flex-col", isInner && "ml-2 border-l pl-1.5")}>
      {nodes.map((node) =>
        node.kind === "folder" ? (
          <li key={node.path}>
            <p className="flex items-center gap-1.5 px-1.5 py-0.5 text-muted-foreground text-xs">
              <Folder aria-hidden className="size-3.5 shrink-0" />
              <span className="truncate">{node.name}</span>
            </p>
            <TreeRows nodes={node.children} isInner {...props} />
          </li>
        ) : (
          <li key={node.file.path}>
            <a
              href={hrefOf(node.file.path)}
              title={node.file.path}
              aria-current={node.file.path === current || undefined}
              onClick={(event) => choose(event, node.file.path)}
              className="-outline-offset-2 flex items-center gap-1.5 rounded px-1.5 py-0.5 text-xs hover:bg-accent aria-[current]:bg-accent aria-[current]:font-medium"
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

/** A folder of changed files, or one of them. Folders that hold nothing but one folder are one row: `docs/guides`. */
type TreeNode<File> =
  | { kind: "folder"; name: string; path: string; children: TreeNode<File>[] }
  | { kind: "file"; name: string; file: File };

type TreeFolder<File> = { folders: Map<string, TreeFolder<File>>; files: TreeNode<File>[] };

/** Arranges files by their folders: folders first, each in the order of its names. */
export function buildFileTree<File extends { path: string }>(files: readonly File[]): TreeNode<File>[] {
  const root: TreeFolder<File> = { folders: new Map(), files: [] };
  for (const file of files) {
    const parts = file.path.split("/");
    const name = parts.pop() ?? file.path;
    let folder = root;
    for (const part of parts) {
      const next: TreeFolder<File> = folder.folders.get(part) ?? { folders: new Map(), files: [] };
      folder.folders.set(part, next);
      folder = next;
    }
    folder.files.push({ kind: "file", name, file });
  }
  return toNodes(root, "");
}

/** Files in the order in which their tree shows them. */
export function sortAsTree<File extends { path: string }>(files: readonly File[]): File[] {
  const flatten = (nodes: TreeNode<File>[]): File[] =>
    nodes.flatMap((node) => (node.kind === "file" ? [node.file] : flatten(node.children)));
  return flatten(buildFileTree(files));
}

function toNodes<File>({ folders, files }: TreeFolder<File>, above: string): TreeNode<File>[] {
  const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name, "en");
  const nodes = [...folders].map(([name, folder]) => toFolder(name, folder, `${above}${name}/`));
  return [...nodes.sort(byName), ...files.toSorted(byName)];
}

function toFolder<File>(name: string, folder: TreeFolder<File>, path: string): TreeNode<File> & { kind: "folder" } {
  const children = toNodes(folder, path);
  const [only] = children;
  if (children.length === 1 && only?.kind === "folder") return { ...only, name: `${name}/${only.name}` };
  return { kind: "folder", name, path, children };
}
