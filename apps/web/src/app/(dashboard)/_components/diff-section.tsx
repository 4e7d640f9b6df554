import type { RenderedDiff } from "../../../server/diff/render-diff.ts";
import { DiffView, LineCounts } from "./diff-view.tsx";

/** A difference under its headline: how many files and lines. */
export function DiffSection({ diff }: { diff: RenderedDiff }) {
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
