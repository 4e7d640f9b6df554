import type { JobStatus } from "@docsteward/contract/job";
import type { RenderedDiff } from "../../../../../../../server/diff/render-diff.ts";
import { DiffView, LineCounts } from "../../../../../_components/diff-view.tsx";

/** What the job changed: the difference of its pull request. */
export function Changes({ diff, status }: { diff: RenderedDiff | null; status: JobStatus }) {
  if (diff === null) {
    return (
      <p className="rounded-lg border border-dashed px-3 py-6 text-center text-muted-foreground">
        {status === "active"
          ? "The changes appear here when the agent opens its pull request."
          : "This job changed no files."}
      </p>
    );
  }
  const sum = (key: "additions" | "deletions") => diff.files.reduce((total, file) => total + file[key], 0);
  return (
    <section aria-label="Changes" className="flex flex-col gap-2">
      <h2 className="flex items-baseline gap-2 font-medium">
        {diff.files.length === 1 ? "1 file changed" : `${diff.files.length} files changed`}
        <LineCounts additions={sum("additions")} deletions={sum("deletions")} />
      </h2>
      <DiffView diff={diff} />
    </section>
  );
}
