import { isDeepStrictEqual } from "node:util";
import { finish, HELP_TEXT } from "./finish.ts";
import type { Procedure, ToolReply, ToolRequest, Turn } from "./procedure.ts";
import type { Conversation, PastCall } from "./read-conversation.ts";
import { type InstructionResults, runInstructions } from "./run-instructions.ts";

/**
 * Decides what to say and to ask for next, from the conversation alone.
 *
 * Messages are worked on one after the other, also one that came while the work went on; the end comes once, behind the last.
 *
 * @param offered names of the tools that the caller offers in this call
 */
export function nextTurn({ messages, calls }: Conversation, offered: ReadonlySet<string>): Turn {
  if (messages.length === 0) return { say: "Nothing left to do.", requests: [] };
  if (offered.size === 0) return { say: HELP_TEXT, requests: [] };
  const done: InstructionResults[] = [];
  let at = 0;
  for (const { text, callsBefore } of messages) {
    // What was asked for before the message came belongs to the messages before it.
    at = Math.max(at, callsBefore);
    const played = replay(runInstructions(text, done.at(-1)?.todos ?? []), calls, at, offered);
    if ("turn" in played) return played.turn;
    done.push(played.result);
    at = played.nextCall;
  }
  const finished = replay(finish(done), calls, at, offered);
  return "turn" in finished ? finished.turn : { say: finished.result, requests: [] };
}

/** Either the next turn, which has not been played yet, or the end of the procedure and how many calls it took. */
type Replayed<Result> = { turn: Turn } | { result: Result; nextCall: number };

/**
 * Runs a procedure over the calls a conversation holds, up to the first turn it has not seen.
 *
 * Requests for tools that the caller does not offer get an error immediately and are never sent.
 *
 * @param firstCall where in `calls` the procedure began
 */
function replay<Result>(
  procedure: Procedure<Result>,
  calls: readonly PastCall[],
  firstCall: number,
  offered: ReadonlySet<string>,
): Replayed<Result> {
  let nextCall = firstCall;
  let step = procedure.next();
  while (!step.done) {
    const { say, requests } = step.value;
    const asked = requests.filter((wanted) => offered.has(wanted.tool));
    const at = findCalls(calls, asked, nextCall);
    if (at === undefined) return { turn: { say, requests: asked } };
    const replies = calls.slice(at, at + asked.length).map((call) => call.reply);
    if (asked.length > 0) nextCall = at + asked.length;
    step = procedure.next(putBack(requests, offered, replies));
  }
  return { result: step.value, nextCall };
}

/**
 * Where the requests of a turn stand among the past calls. Usually right there; calls in between (made before a message changed
 * the plan) are skipped, and arguments are compared only to find the place again.
 */
function findCalls(calls: readonly PastCall[], asked: readonly ToolRequest[], from: number): number | undefined {
  if (asked.length === 0) return from;
  const fits = (at: number, isSame: (call: PastCall | undefined, wanted: ToolRequest) => boolean) =>
    asked.every((wanted, index) => isSame(calls[at + index], wanted));
  if (fits(from, (call, wanted) => call?.tool === wanted.tool)) return from;
  for (let at = from + 1; at + asked.length <= calls.length; at += 1) {
    if (fits(at, (call, wanted) => call?.tool === wanted.tool && isDeepStrictEqual(call.input, wanted.input)))
      return at;
  }
  return undefined;
}

function putBack(
  requests: readonly ToolRequest[],
  offered: ReadonlySet<string>,
  replies: readonly ToolReply[],
): ToolReply[] {
  const rest = [...replies];
  return requests.map(({ tool }) =>
    offered.has(tool)
      ? (rest.shift() ?? { error: "The tool returned no result." })
      : { error: `Tool ${tool} not found.` },
  );
}
