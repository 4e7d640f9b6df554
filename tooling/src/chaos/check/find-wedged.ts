import { type Finding, type JobFacts, recordOf } from "./finding.ts";

/** Jobs that never came to rest, and requests that were never accepted. */
export function findWedged(facts: JobFacts): Finding[] {
  const { plan, accepted, status } = facts.played;
  const wedged = (text: string): Finding => ({ kind: "wedged", job: plan.name, text });
  if (accepted < plan.parts.length) return [wedged(`message ${accepted} was not accepted before the end`)];
  if (recordOf(facts)?.status === "active") return [wedged("still active at the end")];
  return status === null ? [wedged("its caller never saw that it ended")] : [];
}
