import type { JobRecord } from "../read-records.ts";
import { conversationOf, type Finding, type JobFacts, recordOf, repeated } from "./finding.ts";

/**
 * What happened twice: jobs of one idempotency key, pull requests, messages, tool calls, and model calls whose answer was
 * in the journal already. Branches and commits are looked for in the repository.
 */
export function findDoubled(facts: JobFacts): Finding[] {
  const { plan, isDoubledByKey } = facts.played;
  const { records } = facts;
  const doubled = (text: string): Finding => ({ kind: "doubled", job: plan.name, text });
  const found: Finding[] = [];
  if (records.length > 1 || isDoubledByKey) found.push(doubled(`${records.length} jobs have the same key`));
  const record = recordOf(facts);
  if (record === undefined) return found;
  if (record.pullRequests > 1) found.push(doubled(`it has ${record.pullRequests} pull requests`));
  for (const text of repeated(record.messages)) found.push(doubled(`a message is stored twice: "${text}"`));
  for (const text of repeated(conversationOf(record)))
    found.push(doubled(`a message entered the conversation twice: "${text}"`));
  for (const id of repeated(toolCallsOf(record))) found.push(doubled(`tool call ${id} was finished twice`));
  for (const turn of repeatedTurns(facts, record)) found.push(doubled(`model call ${turn} was made again`));
  return found;
}

function toolCallsOf({ steps }: JobRecord): string[] {
  return steps.flatMap(({ kind, data }) => (kind === "tool" && data.toolCallId ? [data.toolCallId] : []));
}

/** The turns that the model was asked for after the journal held their answers. */
function repeatedTurns({ calls }: JobFacts, { steps }: JobRecord): number[] {
  const answers = steps.filter(({ kind }) => kind === "model");
  return calls
    .filter(({ turn, atMs }) => atMs > (answers[turn]?.atMs ?? Number.POSITIVE_INFINITY))
    .map(({ turn }) => turn);
}
