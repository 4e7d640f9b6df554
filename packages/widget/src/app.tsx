import type { WidgetConfig } from "@docsteward/contract/widget";
import { render } from "preact";
import { createConversation } from "./conversation.ts";
import type { StartedWidget, StartInput } from "./options.ts";
import { followSelection } from "./selection.ts";
import { connect, ServiceError } from "./service.ts";
import { pickLanguage } from "./strings.ts";
import { APP_STYLE } from "./styles.ts";
import { followTheme } from "./theme.ts";
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

  const service = connect(options);
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
  let opening: Promise<void> | null = null;

  function draw(): void {
    const tag = options.language ?? (document.documentElement.lang || navigator.language);
    const { language, strings } = pickLanguage(tag);
    const isDark = theme.isDark(options);
    const mode = options.mode ?? "bubble";
    render(
      isOpen ? (
        <AssistantWindow
          {...{ mode, language, strings, isDark, config, failure, selection, conversation, service }}
          onAsk={askAbout}
          onClose={close}
          onRetry={() => void connectOnce()}
          onRate={(rating) => emit("rate", { rating })}
          onDropSelection={() => select(null)}
        />
      ) : null,
      place,
    );
  }

  function connectOnce(): Promise<void> {
    opening ??= (async () => {
      try {
        config = await service.open();
        failure = null;
        conversation.resume();
      } catch (error) {
        const { kind, values } = error instanceof ServiceError ? error : new ServiceError("unreachable");
        failure = { kind, values };
        opening = null;
        emit("error", { message: kind });
      }
      draw();
    })();
    return opening;
  }

  function open(): void {
    isOpen = true;
    draw();
    void connectOnce();
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
    label: () => pickLanguage(options.language ?? (document.documentElement.lang || navigator.language)).strings.about,
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
      void connectOnce().then(() => config && askAbout(question));
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
