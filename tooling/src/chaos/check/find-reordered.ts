import { conversationOf, type Finding, type JobFacts, recordOf } from "./finding.ts";

/** Messages in another order than they were sent in, and events whose numbers do not grow by one. */
export function findReordered(facts: JobFacts): Finding[] {
  const { plan, followed } = facts.played;
  const record = recordOf(facts);
  if (record === undefined) return [];
  const sent = plan.parts.map(({ prompt }) => prompt);
  const inOrder = (texts: string[]) => sent.filter((prompt) => texts.includes(prompt));
  const first = (texts: string[]) => texts.filter((text, index) => texts.indexOf(text) === index);
  const conversation = first(conversationOf(record));
  const claims: [boolean, string][] = [
    [sameList(first(record.messages), inOrder(record.messages)), "its messages are stored in another order than sent"],
    [sameList(conversation, inOrder(conversation)), "its messages entered the conversation in another order than sent"],
    [countsUp(record.events.map(({ seq }) => seq)), "the numbers of its events have gaps"],
    [
      record.events.length === record.lastEventSeq,
      `it counts ${record.lastEventSeq} events, not ${record.events.length}`,
    ],
    [countsUp(followed ?? []), `its event stream came as ${followed?.join(" ")}`],
  ];
  return claims.filter(([holds]) => !holds).map(([, text]) => ({ kind: "reordered", job: plan.name, text }));
}

const countsUp = (numbers: readonly number[]) => numbers.every((number, index) => number === index + 1);

const sameList = (a: readonly string[], b: readonly string[]) => JSON.stringify(a) === JSON.stringify(b);
