import type { Clock } from "@docsteward/platform/clock";
import type { AgentLimits } from "../ports.ts";
import type { Spent } from "../read-journal.ts";

/** How much of the nearest limit is used, 0 to 1 and over, and how that limit reads. */
export type LimitUse = { share: number; name: string };

const WRAP_UP_SHARE = 0.8;

/** The limit that is nearest to its end: model calls, tokens or minutes since a person last spoke. */
export function nearestLimit(spent: Spent, limits: AgentLimits, clock: Clock): LimitUse {
  const minutes = (clock.now().getTime() - new Date(spent.at).getTime()) / 60_000;
  const uses = [
    { share: spent.modelCalls / limits.maxSteps, name: `${limits.maxSteps} steps` },
    { share: spent.tokens / limits.maxTokens, name: `${limits.maxTokens.toLocaleString("en")} tokens` },
    { share: minutes / limits.maxMinutes, name: `${limits.maxMinutes} minutes` },
  ];
  return uses.reduce((nearest, use) => (use.share > nearest.share ? use : nearest));
}

/** Words to the model when it should come to an end; null while there is room. */
export function wrapUpNotice({ share, name }: LimitUse): string | null {
  if (share < WRAP_UP_SHARE) return null;
  return `You have used ${Math.floor(share * 100)} % of the limit of ${name}. Finish what you have begun, then call finish and say what is left undone.`;
}
