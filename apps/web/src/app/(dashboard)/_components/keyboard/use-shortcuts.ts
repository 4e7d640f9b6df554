"use client";
import { useEffect, useEffectEvent } from "react";
import { readKeysOn } from "./keys-on.ts";
import { matchKeys } from "./match-keys.ts";

const TOGETHER_MS = 1_000;
/** Where a key is for something else: text, and whatever is open over the page. */
const TAKEN =
  "input, textarea, select, [contenteditable=true], [role=dialog], [role=alertdialog], [role=menu], [role=listbox]";

/**
 * Runs an action when its keys are pressed one after the other, e.g. `{ "g j": () => … }`. Never while somebody types, with a
 * modifier, over an open window, or when shortcuts are switched off.
 */
export function useShortcuts(actions: Record<string, (() => void) | undefined>): void {
  const act = useEffectEvent((keys: readonly string[]) => {
    const match = matchKeys(keys, Object.keys(actions));
    if (match.found !== null) actions[match.found]?.();
    return match;
  });
  useEffect(() => {
    let pending: string[] = [];
    let pressedMs = 0;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey || event.isComposing) return;
      if (isTaken(event.target) || event.key.length > 1 || !readKeysOn()) return;
      const now = performance.now();
      const match = act([...(now - pressedMs < TOGETHER_MS ? pending : []), event.key]);
      pressedMs = now;
      pending = match.pending;
      if (match.found !== null) event.preventDefault();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}

function isTaken(target: EventTarget | null): boolean {
  if (target instanceof Element && target.closest(TAKEN)) return true;
  return document.querySelector("[role=dialog], [role=alertdialog], [role=menu]") !== null;
}
