import type { WidgetConfig } from "@docsteward/contract/widget";
import { render } from "preact";
import { createConversation } from "./conversation.ts";
import type { StartedWidget, StartInput, WidgetOptions } from "./options.ts";
import { connect } from "./service.ts";
import { pickLanguage } from "./strings.ts";
import { APP_STYLE } from "./styles.ts";
import { AssistantWindow, type Failure } from "./window.tsx";

/** Starts the assistant inside the loader's element. Nothing is asked of the service before it is opened. */
export function start(input: StartInput): StartedWidget {
  const { root, emit, onClose } = input;
  let { options } = input;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(APP_STYLE);
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  const place = document.createElement("div");
  root.append(place);

  const service = connect(options, {
    onOpened: (loaded) => show(loaded, null),
    onFailed: ({ kind, values }) => {
      show(config, { kind, values });
      emit("error", { message: kind });
    },
  });
  const conversation = createConversation({
    service,
    storage: storageOf(),
    storageKey: `docsteward ${options.host} ${options.key.slice(-8)}`,
    onChange: draw,
    onAnswer: ({ question, outcome }) => emit("answer", { question, outcome }),
  });
  const theme = followTheme(options, draw);
  let config: WidgetConfig | null = null;
  let failure: Failure | null = null;
  let selection: string | null = null;
  let isOpen = false;

  const currentLanguage = () => pickLanguage(options.language ?? (document.documentElement.lang || navigator.language));

  function draw(): void {
    const { language, strings } = currentLanguage();
    const isDark = theme.isDark(options);
    const mode = options.mode ?? "bubble";
    render(
      isOpen ? (
        <AssistantWindow
          {...{ mode, language, strings, isDark, config, failure, selection, conversation, service }}
          onAsk={askAbout}
          onClose={close}
          onRetry={connectNow}
          onRate={(rating) => emit("rate", { rating })}
          onDropSelection={() => select(null)}
        />
      ) : null,
      place,
    );
  }

  function show(loaded: WidgetConfig | null, reason: Failure | null): void {
    [config, failure] = [loaded, reason];
    draw();
  }

  function connectNow(): void {
    service.open().then(conversation.resume, () => undefined);
  }

  function open(): void {
    isOpen = true;
    draw();
    connectNow();
  }

  function close(): void {
    if (options.mode === "inline" || !isOpen) return;
    isOpen = false;
    draw();
    onClose();
  }

  function askAbout(question: string): void {
    emit("ask", { question });
    conversation.ask(question, selection);
    select(null);
  }

  function select(text: string | null): void {
    selection = text;
    draw();
  }

  const followed = followSelection(root, {
    isOn: () => options.selection !== false,
    label: () => currentLanguage().strings.about,
    onChoose: (text) => {
      select(text);
      open();
    },
  });
  const leave = () => conversation.leave();
  addEventListener("pagehide", leave);

  return {
    open,
    close,
    ask: (question) => {
      open();
      askAbout(question);
    },
    update: (changed) => {
      options = changed;
      draw();
    },
    destroy: () => {
      removeEventListener("pagehide", leave);
      leave();
      followed.stop();
      theme.stop();
      render(null, place);
    },
  };
}

/** Storage of this tab; null where the browser blocks it. */
function storageOf(): Storage | null {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}

/** What the generators' themes write on the page's root when it is dark. */
const DARK = [".dark", "[data-theme=dark]", "[data-md-color-scheme=slate]", "[data-color-mode=dark]"].join();

/** Follows the page between light and dark: as the options say, otherwise as its theme, otherwise as the system. */
function followTheme(initial: WidgetOptions, onChange: () => void) {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const observer = new MutationObserver(onChange);
  const attributeFilter = ["class", "data-theme", "data-md-color-scheme", "data-color-mode"];
  for (const element of [document.documentElement, document.body])
    observer.observe(element, { attributes: true, attributeFilter });
  system.addEventListener("change", onChange);
  return {
    isDark({ theme }: WidgetOptions = initial): boolean {
      if (theme === "light" || theme === "dark") return theme === "dark";
      const roots = [document.documentElement, document.body];
      if (roots.some((root) => root.matches(DARK))) return true;
      // A theme that says `light` is believed, whatever the system prefers.
      const isLight = roots.some((root) => root.matches("[data-theme=light],[data-md-color-scheme=default]"));
      return !isLight && system.matches;
    },
    stop(): void {
      observer.disconnect();
      system.removeEventListener("change", onChange);
    },
  };
}

const MAX_CHARACTERS = 5_000;
const MIN_CHARACTERS = 3;

type SelectionInput = { isOn(): boolean; label(): string; onChoose(text: string): void };

/** Offers a question about text that the reader selects on the page: a button beside the selection. */
function followSelection(root: ShadowRoot, { isOn, label, onChoose }: SelectionInput) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "about";
  button.hidden = true;
  root.append(button);
  let text = "";
  const stop = new AbortController();
  const { signal } = stop;

  const look = () => {
    const selection = isOn() ? document.getSelection() : null;
    text = selection?.toString().trim().slice(0, MAX_CHARACTERS) ?? "";
    const isField = document.activeElement?.matches("input,textarea,[contenteditable]") ?? false;
    button.hidden = text.length < MIN_CHARACTERS || isField || !selection || selection.rangeCount === 0;
    if (button.hidden || !selection) return;
    const { bottom, left } = selection.getRangeAt(0).getBoundingClientRect();
    button.textContent = label();
    // Set by script, which a policy against inline styles allows.
    button.style.top = `${Math.min(bottom + 8, innerHeight - 48)}px`;
    button.style.left = `${Math.max(8, Math.min(left, innerWidth - 180))}px`;
  };
  document.addEventListener("pointerup", () => setTimeout(look), { signal });
  document.addEventListener("keyup", (event) => event.shiftKey && look(), { signal });
  document.addEventListener("scroll", () => (button.hidden = true), { signal, passive: true, capture: true });
  // Before the click takes the selection away.
  button.addEventListener("pointerdown", (event) => event.preventDefault(), { signal });
  button.addEventListener(
    "click",
    () => {
      button.hidden = true;
      onChoose(text);
    },
    { signal },
  );
  return {
    stop(): void {
      stop.abort();
      button.remove();
    },
  };
}
