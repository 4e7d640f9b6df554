import type { ChatClient, ChatMessage, ChatPage, ChatView } from "./chat-client.ts";
import { mount, openNetwork } from "./mount.ts";

type Part = { type: string; text?: string; url?: string };
type Message = { id: string; role: string; parts: Part[]; metadata?: { threadId?: string } };
type Hook = {
  id: string;
  status: string;
  messages: Message[];
  sendMessage(message: { text: string }, options: { body: object }): Promise<void>;
  stop(): Promise<void>;
  resumeStream(): Promise<void>;
};

/** The part of the library's interface that generation 5 and later share, as far as the tests use it. */
type Library = {
  useChat(options: { id?: string; transport: object; messages?: Message[]; onError: (error: Error) => void }): Hook;
  DefaultChatTransport: new (options: {
    api: string;
    headers: Record<string, string>;
    body: object;
    fetch: typeof fetch;
  }) => object;
};

/** @param load imports the two packages of one release; their types differ in what is not used here */
export function generation5(name: string, load: () => Promise<[react: object, core: object]>): ChatClient {
  return {
    name,
    generation: 5,
    async openPage({ api, key }, { id, asked = [] } = {}): Promise<ChatPage> {
      const [react, core] = await load();
      const { useChat, DefaultChatTransport } = { ...react, ...core } as Library;
      const network = openNetwork();
      let error: string | undefined;
      const transport = new DefaultChatTransport({
        api,
        headers: { authorization: `Bearer ${key}` },
        body: { fp: "reader-1" },
        fetch: network.fetch,
      });
      const messages = asked.map((text, index) => ({
        id: `asked-${index}`,
        role: "user",
        parts: [{ type: "text", text }],
      }));
      const onError = ({ message }: Error) => {
        error = message;
      };
      const options = { ...(id !== undefined && { id }), transport, messages, onError };
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
        ask: (text, threadId) => void mounted.hook().sendMessage({ text }, { body: { threadId } }),
        stop: () => void mounted.hook().stop(),
        resume: () => void mounted.hook().resumeStream(),
        leave,
        [Symbol.asyncDispose]: async () => leave(),
      };
    },
  };
}

function toView({ id, status, messages }: Hook, error: string | undefined): ChatView {
  const shown = messages.map(toMessage);
  return { id, status, messages: shown, answer: answerOf(shown), error };
}

function toMessage({ id, role, parts, metadata }: Message): ChatMessage {
  const sources = parts.filter(({ type }) => type === "source-url").map(({ url = "" }) => url);
  const text = parts.map((part) => (part.type === "text" ? part.text : "")).join("");
  return { id, role, text, sources, threadId: metadata?.threadId };
}

function answerOf(messages: ChatMessage[]): string {
  const newest = messages.at(-1);
  return newest?.role === "assistant" ? newest.text : "";
}
