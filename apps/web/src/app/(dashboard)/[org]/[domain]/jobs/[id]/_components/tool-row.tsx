import { cn } from "@docsteward/ui/cn";
import { formatDuration } from "@docsteward/ui/duration";
import { ChevronRight, LoaderCircle, TriangleAlert } from "lucide-react";
import type { ToolResult } from "./to-timeline.ts";

/** A tool call in one line; it opens to what the tool was asked for and what it answered. */
export function ToolRow(props: { name: string; summary: string; input: unknown; result: ToolResult | null }) {
  const { name, summary, input, result } = props;
  return (
    <details className="group rounded-md border bg-card">
      <summary className="flex cursor-pointer list-none items-center gap-2 px-2 py-1 [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-3.5 shrink-0 text-muted-foreground group-open:rotate-90" />
        <code className="shrink-0 font-mono text-muted-foreground text-xs">{name}</code>
        <span className="min-w-0 flex-1 truncate">{summary}</span>
        <ToolState result={result} />
      </summary>
      <div className="flex flex-col gap-2 border-t px-3 py-2">
        {result && (
          <p className={cn("whitespace-pre-wrap break-words", result.isError && "text-destructive")}>
            {result.summary}
          </p>
        )}
        <ToolInput input={input} />
      </div>
    </details>
  );
}

function ToolState({ result }: { result: ToolResult | null }) {
  if (result === null) {
    return <LoaderCircle aria-label="Running" className="size-3.5 shrink-0 text-brand motion-safe:animate-spin" />;
  }
  return (
    <span className="flex shrink-0 items-center gap-1.5 text-muted-foreground text-xs tabular-nums">
      {result.isError && <TriangleAlert aria-label="Refused" className="size-3.5 text-warning" />}
      {formatDuration(result.durationMs)}
    </span>
  );
}

function ToolInput({ input }: { input: unknown }) {
  const entries = typeof input === "object" && input !== null ? Object.entries(input) : [["input", input] as const];
  return (
    <dl className="flex flex-col gap-1.5">
      {entries.map(([key, value]) => (
        <div key={key}>
          <dt className="font-mono text-muted-foreground text-xs">{key}</dt>
          <dd>
            <pre className="max-h-64 overflow-auto whitespace-pre-wrap break-words font-mono text-xs">
              {typeof value === "string" ? value : JSON.stringify(value, null, 2)}
            </pre>
          </dd>
        </div>
      ))}
    </dl>
  );
}
