"use client";

/** A page that has not opened its field by then will not: the keys are the page's again. */
const MOST_MS = 10_000;
const MOST_CHARACTERS = 2_000;

let typed = "";
let stop: (() => void) | null = null;

/**
 * Keeps what is typed from now on for the field that is about to open: people who press `n` go on typing, and the window comes
 * some time later. Ends with `takeTyped`, with Escape, a click, or after ten seconds.
 */
export function keepTyping(): void {
  stop?.();
  typed = "";
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") return end();
    if (event.metaKey || event.ctrlKey || event.altKey || event.isComposing) return;
    const next = addKey(typed, event.key);
    if (next === null) return;
    typed = next.slice(0, MOST_CHARACTERS);
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const timer = setTimeout(() => end(), MOST_MS);
  const end = () => {
    clearTimeout(timer);
    window.removeEventListener("keydown", onKeyDown, { capture: true });
    window.removeEventListener("pointerdown", end, { capture: true });
    stop = null;
  };
  stop = end;
  window.addEventListener("keydown", onKeyDown, { capture: true });
  window.addEventListener("pointerdown", end, { capture: true });
}

/** What was typed since `keepTyping`; the keys go to the focused field from here on. */
export function takeTyped(): string {
  stop?.();
  const text = typed;
  typed = "";
  return text;
}

/** The text after a key; null for a key that types nothing. */
export function addKey(text: string, key: string): string | null {
  if (key === "Backspace") return text.slice(0, -1);
  return key.length === 1 ? text + key : null;
}
