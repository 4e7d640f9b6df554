import { Badge, type BadgeTone } from "@docsteward/ui/badge";
import { GitMerge, GitPullRequest, GitPullRequestClosed, GitPullRequestDraft } from "lucide-react";

type State = "open" | "merged" | "closed";

const LOOKS = {
  open: { Icon: GitPullRequest, label: "Open", tone: "success" },
  draft: { Icon: GitPullRequestDraft, label: "Draft", tone: "neutral" },
  merged: { Icon: GitMerge, label: "Merged", tone: "merged" },
  closed: { Icon: GitPullRequestClosed, label: "Closed", tone: "destructive" },
} as const satisfies Record<State | "draft", { Icon: typeof GitMerge; label: string; tone: BadgeTone }>;

/** The state of a pull request in one word. */
export function PullRequestBadge({ state, isDraft }: { state: State; isDraft: boolean }) {
  const { Icon, label, tone } = LOOKS[state === "open" && isDraft ? "draft" : state];
  return (
    <Badge tone={tone}>
      <Icon aria-hidden />
      {label}
    </Badge>
  );
}
