import { conversationOf, type Finding, type JobFacts, recordOf } from "./finding.ts";

/** Jobs that were accepted and did not complete, and messages that were accepted and never entered the conversation. */
export function findLost(facts: JobFacts): Finding[] {
  const { plan, id, accepted } = facts.played;
  if (id === null) return [];
  const lost = (text: string): Finding => ({ kind: "lost", job: plan.name, text });
  const record = recordOf(facts);
  if (record === undefined) return [lost(`job ${id} was accepted and doesn't exist`)];
  const conversation = conversationOf(record);
  const messages = plan.parts
    .slice(0, accepted)
    .filter(({ prompt }) => !conversation.includes(prompt))
    .map(({ prompt }) => lost(`accepted, but never in the conversation: "${prompt}"`));
  if (record.status === "failed") return [lost(`failed with ${record.failure}`), ...messages];
  // An active job may yet take them: it is told as wedged.
  if (record.status === "active") return [];
  return record.prLink === null ? [lost("completed without a pull request"), ...messages] : messages;
}
