import { ask, close, destroy, init, on, open, update } from "./loader.ts";
import type { WidgetMode, WidgetOptions } from "./options.ts";

// What the script tag loads: `<script src="https://HOST/widget.js" data-key="svc_dsc_…" async></script>`.

const script = document.currentScript;
const given: Partial<WidgetOptions> = {};
// Pages may call `init` themselves, with what no attribute can hold.
window.Docsteward = { init: (more) => init({ ...given, ...more }), open, close, ask, update, destroy, on };

if (script instanceof HTMLScriptElement) {
  const { key, mode, side, theme, selection, ...texts } = script.dataset;
  const { target, label, accent, language, shortcut } = texts;
  Object.assign(given, {
    host: new URL(script.src).origin,
    mode: mode as WidgetMode | undefined,
    side: side as WidgetOptions["side"],
    theme: theme as WidgetOptions["theme"],
    selection: selection !== "off",
    ...{ target, label, accent, language, shortcut },
  });
  const start = () => key && init({ ...given, key });
  if (document.body) start();
  else document.addEventListener("DOMContentLoaded", start, { once: true });
}
