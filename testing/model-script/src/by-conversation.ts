import type { ModelRequest, ScriptFunction, ScriptTurn } from "./script.ts";

/**
 * A script for several jobs that talk at once: each conversation plays a list of its own.
 *
 * The place in the list is the number of assistant messages in the request, so a request that is sent again gets the same
 * turn. Turns that must differ between tries (fail once, then answer) belong in a list given to the server itself.
 *
 * @param scripts turns by a piece of text that only this conversation contains, e.g. a word of its prompt
 */
export function byConversation(scripts: Record<string, ScriptTurn[]>): ScriptFunction {
  return (request: ModelRequest) => {
    const key = Object.keys(scripts).find((candidate) => request.text.includes(candidate));
    return key === undefined ? undefined : scripts[key]?.[request.turn];
  };
}
