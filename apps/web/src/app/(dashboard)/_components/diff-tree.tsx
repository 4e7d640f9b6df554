import { cn } from "@docsteward/ui/cn";
import { FileText, Folder } from "lucide-react";
import type { RenderedFile } from "../../../server/diff/render-diff.ts";
import { LineCounts } from "./diff-view.tsx";
import { type TreeNode, toFileTree } from "./to-file-tree.ts";

/** The changed files by folder, each with its lines; `hrefOf` says where a file leads. */
export function DiffTree({ files, hrefOf }: { files: readonly RenderedFile[]; hrefOf: (path: string) => string }) {
  return (
    <nav aria-label="Changed files" className="rounded-md border bg-card p-1.5">
      <TreeRows nodes={toFileTree(files)} hrefOf={hrefOf} />
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
