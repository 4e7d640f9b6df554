import type { StartedWidget, WidgetApi, WidgetEvents, WidgetModule, WidgetOptions } from "./options.ts";

// Every page of a website loads this file, so it holds the button alone: at most 3 kB, compressed. `app.ts` has the rest.

declare global {
  interface Window {
    Docsteward?: WidgetApi;
  }
}

/** The build's name of the rest of the assistant, with its version. */
declare const APP_FILE: string | undefined;

type Page = {
  options: WidgetOptions & { host: string };
  element: HTMLElement;
  root: ShadowRoot;
  app: Promise<StartedWidget> | null;
  stop: AbortController;
};

const LABELS: Record<string, string> = {
  en: "Ask a question",
  de: "Frage stellen",
  fr: "Poser une question",
  es: "Hacer una pregunta",
  ja: "質問する",
  zh: "提问",
  pt: "Fazer uma pergunta",
};

// Styles that a page's own policy against inline styles does not concern.
const STYLE = `:host{all:initial;position:fixed;z-index:var(--docsteward-z-index,2147483000);inset-block-end:var(--docsteward-offset-y,20px);
inset-inline-end:var(--docsteward-offset-x,20px)}:host([data-side=start]){inset-inline:var(--docsteward-offset-x,20px) auto}
:host([data-mode=inline]){position:static;display:block}.launch{all:unset;box-sizing:border-box;cursor:pointer;display:flex;align-items:center;gap:8px;
min-height:44px;padding:0 16px;border-radius:22px;font:600 15px/1 var(--docsteward-font,system-ui,sans-serif);color:var(--docsteward-on-accent,#fff);
background:var(--docsteward-accent,#2554c7);box-shadow:0 4px 16px rgb(0 0 0/.2)}.launch:focus-visible{outline:3px solid var(--docsteward-accent,#2554c7);
outline-offset:3px}.launch[hidden]{display:none}@media print{:host{display:none}}`;

const listeners: { [Name in keyof WidgetEvents]?: Set<(detail: never) => void> } = {};
let page: Page | null = null;

function emit<Name extends keyof WidgetEvents>(name: Name, detail: WidgetEvents[Name]): void {
  for (const listener of listeners[name] ?? []) (listener as (given: WidgetEvents[Name]) => void)(detail);
}

const languageOf = (options: WidgetOptions) =>
  (options.language ?? (document.documentElement.lang || navigator.language)).slice(0, 2).toLowerCase();

function launcherOf({ root }: Page): HTMLButtonElement | null {
  return root.querySelector<HTMLButtonElement>(".launch");
}

function dress({ options, element, root }: Page): void {
  element.dataset.mode = options.mode ?? "bubble";
  element.dataset.side = options.side ?? "end";
  if (options.accent) element.style.setProperty("--docsteward-accent", options.accent);
  const button = root.querySelector<HTMLButtonElement>(".launch");
  if (!button) return;
  button.textContent = options.label ?? LABELS[languageOf(options)] ?? LABELS.en ?? "";
  button.hidden = options.mode === "inline";
}

function load(current: Page): Promise<StartedWidget> {
  current.app ??= (async () => {
    const appFile = typeof APP_FILE === "undefined" ? "widget-app.js" : APP_FILE;
    const { start } = (await import(/* @vite-ignore */ `${current.options.host}/${appFile}`)) as WidgetModule;
    return start({
      options: current.options,
      root: current.root,
      emit,
      onClose: () => {
        const button = launcherOf(current);
        button?.setAttribute("aria-expanded", "false");
        button?.focus();
        emit("close", undefined);
      },
    });
  })();
  current.app.catch(() => {
    // The next click tries again.
    current.app = null;
    emit("error", { message: `The assistant could not be loaded from ${current.options.host}.` });
  });
  return current.app;
}

function run(work: (app: StartedWidget) => void): void {
  if (page) void load(page).then(work, () => undefined);
}

function targetOf({ mode, target }: WidgetOptions): Element {
  const found = typeof target === "string" ? document.querySelector(target) : target;
  return (mode === "inline" && found) || document.body;
}

export const init: WidgetApi["init"] = (given) => {
  destroy();
  const options = { host: "", ...given };
  const element = document.createElement("docsteward-widget");
  const root = element.attachShadow({ mode: "open" });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE);
  root.adoptedStyleSheets = [sheet];
  const button = document.createElement("button");
  button.type = "button";
  button.className = "launch";
  button.setAttribute("aria-haspopup", "dialog");
  button.setAttribute("aria-expanded", "false");
  root.append(button);
  const stop = new AbortController();
  page = { options, element, root, app: null, stop };
  button.addEventListener("click", open);
  const letter = (options.shortcut ?? "i").toLowerCase();
  document.addEventListener(
    "keydown",
    (event) => {
      if (event.key.toLowerCase() !== letter || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      open();
    },
    { signal: stop.signal },
  );
  dress(page);
  targetOf(options).append(element);
  if (options.mode === "inline") open();
};

export function open(): void {
  if (!page) return;
  launcherOf(page)?.setAttribute("aria-expanded", "true");
  run((app) => {
    app.open();
    emit("open", undefined);
  });
}

export const close = () => run((app) => app.close());

export const ask: WidgetApi["ask"] = (question) => {
  open();
  if (question?.trim()) run((app) => app.ask(question));
};

export const update: WidgetApi["update"] = (changes) => {
  if (!page) return;
  Object.assign(page.options, changes);
  dress(page);
  if (page.app) run((app) => page && app.update(page.options));
};

export function destroy(): void {
  if (!page) return;
  const { app, element, stop } = page;
  stop.abort();
  void app?.then((started) => started.destroy());
  element.remove();
  page = null;
}

export const on: WidgetApi["on"] = (name, listener) => {
  const set: Set<(detail: never) => void> = listeners[name] ?? new Set();
  listeners[name] = set;
  set.add(listener as (detail: never) => void);
  return () => void set.delete(listener as (detail: never) => void);
};
