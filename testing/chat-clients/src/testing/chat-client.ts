/** Where a chat component asks, as the owner of a documentation site would configure it. */
export type ChatSite = {
  /** Address of the message route. */
  api: string;
  /** The public key. */
  key: string;
};

export type ChatMessage = { id: string; role: string; text: string; sources: string[]; threadId: string | undefined };

/** What a chat component shows. */
export type ChatView = {
  id: string;
  status: string;
  messages: ChatMessage[];
  /** The text of the newest answer; `""` before it. */
  answer: string;
  /** What `onError` received. */
  error: string | undefined;
};

/** A page with a chat component on it. */
export type ChatPage = AsyncDisposable & {
  view(): ChatView;
  /** Waits until the page shows something. @throws after 10 seconds, with what it shows instead */
  until(isShown: (view: ChatView) => boolean): Promise<ChatView>;
  /** The status of each HTTP answer so far. */
  statuses: readonly number[];
  /** @param threadId the thread id of the answer before */
  ask(text: string, threadId?: string): void;
  stop(): void;
  /** Takes up the answer that runs in the conversation. */
  resume(): void;
  /** The page is closed, or its network is lost: its connections end. */
  leave(): void;
};

export type OpenPageOptions = {
  /** The id of the conversation; by default the library makes one. */
  id?: string;
  /** Messages that are on the page already, texts only. */
  asked?: string[];
};

/** A released version of the chat client library. */
export type ChatClient = {
  name: string;
  generation: 4 | 5;
  openPage(site: ChatSite, options?: OpenPageOptions): Promise<ChatPage>;
};
