import type { GapStage } from "@docsteward/services/gap/progress";
import { Badge, type BadgeTone } from "@docsteward/ui/badge";

/** Who asked, as a thread knows them. */
export function ReaderName({ fp }: { fp: string }) {
  if (fp === "docsteward-gap") return <Badge>Asked again</Badge>;
  if (fp.startsWith("playground")) return <Badge tone="brand">Playground</Badge>;
  if (fp === "command-line") return <Badge>Command line</Badge>;
  return <span className="max-w-32 truncate font-mono text-muted-foreground text-xs">{fp}</span>;
}

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
