import type { IndexState } from "@docsteward/services/site/get-index";
import { Badge, type BadgeTone } from "@docsteward/ui/badge";

const WORDS: Record<IndexState["status"], { tone: BadgeTone; word: string }> = {
  none: { tone: "neutral", word: "Not indexed" },
  waiting: { tone: "brand", word: "Waiting" },
  running: { tone: "brand", word: "Running" },
  ready: { tone: "success", word: "Up to date" },
  failed: { tone: "destructive", word: "Last run failed" },
};

/** How the last run stands. */
export function IndexBadge({ status }: { status: IndexState["status"] }) {
  const { tone, word } = WORDS[status];
  return <Badge tone={tone}>{word}</Badge>;
}
