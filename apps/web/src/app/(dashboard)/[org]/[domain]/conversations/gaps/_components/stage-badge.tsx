import type { GapStage } from "@docsteward/services/gap/progress";
import { Badge, type BadgeTone } from "@docsteward/ui/badge";

const STAGES: Record<GapStage, { label: string; tone: BadgeTone }> = {
  open: { label: "Open", tone: "neutral" },
  working: { label: "Job in progress", tone: "brand" },
  failed: { label: "Job failed", tone: "destructive" },
  unchanged: { label: "Job made no changes", tone: "warning" },
  review: { label: "In review", tone: "brand" },
  closed: { label: "Pull request closed", tone: "neutral" },
  merging: { label: "Indexing", tone: "merged" },
  ready: { label: "Ready to ask again", tone: "merged" },
  dismissed: { label: "Dismissed", tone: "neutral" },
  done: { label: "Done", tone: "success" },
};

/** How far a gap is on its way to a page that answers it. */
export function StageBadge({ stage }: { stage: GapStage }) {
  const { label, tone } = STAGES[stage];
  return <Badge tone={tone}>{label}</Badge>;
}
