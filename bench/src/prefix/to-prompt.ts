type Body = Record<string, unknown>;

/**
 * A request of Anthropic's wire format as its cache reads it: tools, then system prompt, then messages, without the markers, which
 * say where a cache entry may end and move along with the conversation.
 */
export function toPrompt({ tools, system, messages }: Body): Buffer {
  const text = JSON.stringify([tools, system, messages], (key, value) => (key === "cache_control" ? undefined : value));
  // Without the brackets that close the list of messages: the next message goes there.
  return Buffer.from(text.slice(0, -2));
}
