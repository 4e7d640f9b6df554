import { type CarriedOut, carryOut } from "./carry-out.ts";
import { finishWork } from "./finish-work.ts";
import { HELP_TEXT } from "./help-text.ts";
import type { Turn } from "./procedure.ts";
import type { Conversation } from "./read-conversation.ts";
import { replay } from "./replay.ts";

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
  const done: CarriedOut[] = [];
  let at = 0;
  for (const { text, callsBefore } of messages) {
    // What was asked for before the message came belongs to the messages before it.
    at = Math.max(at, callsBefore);
    const played = replay(carryOut(text, done.at(-1)?.todos ?? []), calls, at, offered);
    if ("turn" in played) return played.turn;
    done.push(played.result);
    at = played.nextCall;
  }
  const finished = replay(finishWork(done), calls, at, offered);
  return "turn" in finished ? finished.turn : { say: finished.result, requests: [] };
}
