import { Window } from "happy-dom";
import type { ChatView } from "./chat-client.ts";

const window = new Window({ url: "http://docs.example/" });
// React looks for these when it is loaded. Everything else, `fetch` first of all, stays Node's.
Object.assign(globalThis, { window, document: window.document });
const { createElement } = await import("react");
const { createRoot } = await import("react-dom/client");

const PATIENCE_MS = 200_000;

type Mounted<Hook> = {
  hook(): Hook;
  view(): ChatView;
  until(isShown: (view: ChatView) => boolean): Promise<ChatView>;
  unmount(): void;
};

/** Puts a component with one hook on a page, and watches what it shows. */
export async function mount<Hook>(useHook: () => Hook, toView: (hook: Hook) => ChatView): Promise<Mounted<Hook>> {
  const watchers = new Set<() => void>();
  const first = Promise.withResolvers<void>();
  let newest: Hook;
  const onRender = (hook: Hook) => {
    newest = hook;
    first.resolve();
    queueMicrotask(() => {
      for (const watch of watchers) watch();
    });
  };
  const element = window.document.createElement("div");
  const root = createRoot(element as unknown as Element);
  root.render(createElement(Page<Hook>, { useHook, onRender }));
  await first.promise;
  const view = () => toView(newest);
  return {
    hook: () => newest,
    view,
    until: async (isShown) => {
      const shown = Promise.withResolvers<ChatView>();
      const watch = () => {
        const now = view();
        if (isShown(now)) shown.resolve(now);
      };
      const timer = setTimeout(
        () => shown.reject(new Error(`The page shows: ${JSON.stringify(view(), null, 2)}`)),
        PATIENCE_MS,
      );
      watchers.add(watch);
      try {
        watch();
        return await shown.promise;
      } finally {
        clearTimeout(timer);
        watchers.delete(watch);
      }
    },
    unmount: () => root.unmount(),
  };
}

function Page<Hook>({ useHook, onRender }: { useHook: () => Hook; onRender: (hook: Hook) => void }): null {
  onRender(useHook());
  return null;
}

/** The network of one page: it ends with the page, and remembers what it was answered. */
type Network = { fetch: typeof fetch; statuses: number[]; end(): void };

export function openNetwork(): Network {
  const page = new AbortController();
  const statuses: number[] = [];
  return {
    fetch: async (url, init) => {
      const signals = [page.signal, ...(init?.signal ? [init.signal] : [])];
      const response = await fetch(url, { ...init, signal: AbortSignal.any(signals) });
      statuses.push(response.status);
      return response;
    },
    statuses,
    end: () => page.abort(),
  };
}
