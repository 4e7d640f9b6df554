import type { JobStatus } from "@docsteward/contract/job";
import type { RenderedDiff } from "../../../../../../../server/diff/render-diff.ts";
import { DiffSection } from "../../../../../_components/diff-section.tsx";

/** What the pull request of a job changes; `problem` says why that cannot be shown. */
export type JobDiff = RenderedDiff & { problem: string | null };

/** What the job changed: the difference of its pull request. */
export function Changes({ diff, status }: { diff: JobDiff | null; status: JobStatus }) {
  if (diff === null || diff.problem !== null) {
    return (
      <p className="rounded-lg border border-dashed px-3 py-6 text-center text-muted-foreground">
        {diff?.problem ?? whyNothing(status)}
      </p>
    );
  }
  return <DiffSection diff={diff} />;
}

function whyNothing(status: JobStatus): string {
  return status === "active"
    ? "The changes appear here when the agent opens its pull request."
    : "This job changed no files.";
}
