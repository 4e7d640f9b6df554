import { useChat } from "ai-react-4";
import type { ChatClient, ChatPage, ChatView } from "./chat-client.ts";
import { mount, openNetwork } from "./mount.ts";

type Hook = ReturnType<typeof useChat>;
type Event = { type: string; threadId?: string };

/** The last generation that reads the stream of version 1, with the settings that it needs. */
export const generation4: ChatClient = {
  name: "@ai-sdk/react 1.2.12 (generation 4)",
  generation: 4,
  async openPage({ api, key }, { id } = {}): Promise<ChatPage> {
    const network = openNetwork();
    let error: string | undefined;
    const options = {
      ...(id !== undefined && { id }),
      api,
      streamProtocol: "data",
      sendExtraMessageFields: true,
      headers: { authorization: `Bearer ${key}` },
      body: { fp: "reader-1" },
      fetch: network.fetch,
      onError: ({ message }) => {
        error = message;
      },
    } satisfies Parameters<typeof useChat>[0];
    const mounted = await mount(
      () => useChat(options),
      (hook) => toView(hook, error),
    );
    const leave = () => {
      network.end();
      mounted.unmount();
    };
    return {
      statuses: network.statuses,
      view: mounted.view,
      until: mounted.until,
      ask: (content, threadId) => void mounted.hook().append({ role: "user", content }, { body: { threadId } }),
      stop: () => mounted.hook().stop(),
      resume: () => {
        throw new Error("Generation 4 asks for its stream elsewhere: version 1 of the interface keeps none.");
      },
      leave,
      [Symbol.asyncDispose]: async () => leave(),
    };
  },
};

/** The thread comes in `data`: literally an event of the type `finish` with a `threadId`. */
function toView({ id, status, messages, data = [] }: Hook, error: string | undefined): ChatView {
  const events = data as Event[];
  const threadId = events.findLast(({ type }) => type === "finish")?.threadId;
  const shown = messages.map((message) => ({
    id: message.id,
    role: message.role,
    text: message.content,
    sources: message.parts.flatMap((part) => (part.type === "source" ? [part.source.url] : [])),
    threadId: message.role === "assistant" ? threadId : undefined,
  }));
  const newest = shown.at(-1);
  return { id, status, messages: shown, answer: newest?.role === "assistant" ? newest.text : "", error };
}
