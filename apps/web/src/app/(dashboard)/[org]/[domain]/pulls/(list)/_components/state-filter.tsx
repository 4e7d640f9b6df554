import { FilterLinks } from "../../../../../_components/filter-links.tsx";
import { PULL_STATES, type PullState } from "./pull-state.ts";

const WORDS: Record<PullState, string> = { open: "Open", merged: "Merged", closed: "Closed" };

export function StateFilter({ current }: { current: PullState | undefined }) {
  const all = { label: "All", href: "?", isCurrent: current === undefined };
  const states = PULL_STATES.map((state) => ({
    label: WORDS[state],
    href: `?state=${state}`,
    isCurrent: state === current,
  }));
  return <FilterLinks label="State" choices={[all, ...states]} />;
}
