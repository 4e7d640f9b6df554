import type { IndexState } from "@docsteward/services/site/get-index";
import { Progress } from "@docsteward/ui/progress";

/** How far a run of the index is, or why the last one failed; nothing at rest. */
export function IndexProgress({ index: { status, progress, failure } }: { index: IndexState }) {
  if (status === "failed") {
    return <p className="break-words text-destructive">{failure ?? "The last run failed."}</p>;
  }
  if (progress === null) return null;
  const { phase, pagesDone, pagesTotal } = progress;
  const words = pagesTotal > 0 ? `${phase}: ${pagesDone} of ${pagesTotal} pages` : phase;
  return (
    <div className="flex w-full max-w-xs flex-col gap-1">
      <Progress label="Index" value={pagesTotal > 0 ? pagesDone : null} max={pagesTotal || 1} />
      <p className="text-muted-foreground text-xs tabular-nums">{words}</p>
    </div>
  );
}
