/** How the assistant shows itself: a window in a corner, a panel at the side, a dialog over the page, or part of the page. */
export type WidgetMode = "bubble" | "panel" | "modal" | "inline";

/** What a page says about the assistant on it. Everything but the key has a default. */
export type WidgetOptions = {
  /** An assistant key that lists this website. It is public: everyone who opens the page can read it. */
  key: string;
  /** Where Docsteward runs, for example `https://docsteward.example.com`. The script tag knows it from its own address. */
  host?: string;
  mode?: WidgetMode;
  /** The element, or its selector, that holds an inline assistant. */
  target?: Element | string;
  /** The side of the page where button and window are: `end` is right in languages that are read from the left. */
  side?: "start" | "end";
  /** The button's words. */
  label?: string;
  /** The color of buttons and links, as CSS writes it. */
  accent?: string;
  theme?: "auto" | "light" | "dark";
  /** `en`, `de`, `fr`, `es`, `ja`, `zh` or `pt`; otherwise the page's language, then the browser's. */
  language?: string;
  /** A letter that opens the assistant with Ctrl or Command; `none` for no shortcut. */
  shortcut?: string;
  /** Whether selected text of the page offers a question about it. */
  selection?: boolean;
  /** A signed token of the reader, or a function that fetches one: it opens pages that only some readers may see. */
  readerToken?: string | (() => Promise<string>);
};

/** What a page can listen to. */
export type WidgetEvents = {
  open: undefined;
  close: undefined;
  /** A question was sent. */
  ask: { question: string };
  /** An answer has ended. */
  answer: { question: string; outcome: string | null };
  rate: { rating: "up" | "down" };
  /** The assistant itself could not be loaded, or its key cannot be used. */
  error: { message: string };
};

/** The functions for pages, as `window.Docsteward` and as exports of the package. */
export type WidgetApi = {
  /** Puts the assistant on the page. A second call replaces the first. */
  init(options: WidgetOptions): void;
  open(): void;
  close(): void;
  /** Opens the assistant and asks. Without a question, it only opens. */
  ask(question?: string): void;
  /** Changes options while the assistant is on the page. */
  update(options: Partial<WidgetOptions>): void;
  /** Takes the assistant off the page. */
  destroy(): void;
  /** @returns stops listening */
  on<Name extends keyof WidgetEvents>(name: Name, listener: (detail: WidgetEvents[Name]) => void): () => void;
};

/** What the loader gives the rest of the assistant, which it loads on first use. */
export type StartInput = {
  options: WidgetOptions & { host: string };
  /** Where the assistant draws itself. */
  root: ShadowRoot;
  emit<Name extends keyof WidgetEvents>(name: Name, detail: WidgetEvents[Name]): void;
  /** The assistant was closed: the button gets the focus back. */
  onClose(): void;
};

/** The loaded assistant. */
export type StartedWidget = {
  open(): void;
  close(): void;
  ask(question: string): void;
  update(options: StartInput["options"]): void;
  destroy(): void;
};

/** What `widget-app.js` exports. */
export type WidgetModule = { start(input: StartInput): StartedWidget };
