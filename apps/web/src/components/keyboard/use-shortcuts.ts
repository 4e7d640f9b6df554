"use client";

import { type RefObject, useEffect, useEffectEvent, useRef, useSyncExternalStore } from "react";
import { createBooleanStore } from "../boolean-store.ts";

const TOGETHER_MS = 1_000;
/** Where a key is for something else: text, and whatever is open over the page. */
const TAKEN =
  "input, textarea, select, [contenteditable=true], [role=dialog], [role=alertdialog], [role=menu], [role=listbox]";

/**
 * Runs an action when its keys are pressed one after the other, e.g. `{ "g j": () => … }`. Never while a person types, with a
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

/**
 * Moves through a list with `j` and `k`. The focus itself moves, so that Enter opens the row and a screen reader says it.
 *
 * @returns for the `ref` of the list; its rows are the elements with `data-list-row`, each one that takes focus
 */
export function useListKeys<List extends HTMLElement>(): RefObject<List | null> {
  const list = useRef<List>(null);
  const move = (step: 1 | -1) => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>("[data-list-row]") ?? [])];
    const at = rows.findIndex((row) => row.contains(document.activeElement));
    const next = at === -1 ? rows[0] : rows[at + step];
    next?.focus();
    next?.scrollIntoView({ block: "nearest" });
  };
  useShortcuts({ j: () => move(1), k: () => move(-1) });
  return list;
}

/** What a row of pressed keys means among the known ones, and what is still open. */
type Match = { found: string | null; pending: string[] };

/**
 * Finds the shortcut that was pressed: `["g", "j"]` is `"g j"`. A key that fits nothing after the ones before it begins anew.
 *
 * @param pressed the keys so far, the newest last
 * @param known shortcuts, the keys of each between spaces
 */
export function matchKeys(pressed: readonly string[], known: readonly string[]): Match {
  const text = pressed.join(" ");
  if (known.includes(text)) return { found: text, pending: [] };
  if (known.some((keys) => keys.startsWith(`${text} `))) return { found: null, pending: [...pressed] };
  return pressed.length > 1 ? matchKeys(pressed.slice(1), known) : { found: null, pending: [] };
}

/** Set in browsers whose people have switched single keys off, as those who speak to their computer need to. */
const STORED = "docsteward.keys-off";

/** Whether single keys are shortcuts in this browser. */
function readKeysOn(): boolean {
  return localStorage.getItem(STORED) === null;
}

const flag = createBooleanStore({ read: readKeysOn, onServer: true });

/** Switches the shortcuts of single keys on or off, for this browser. */
export function setKeysOn(isOn: boolean): void {
  if (isOn) localStorage.removeItem(STORED);
  else localStorage.setItem(STORED, "1");
  flag.tell();
}

/** `readKeysOn`, followed. */
export const useShortcutsEnabled = flag.useIsOn;

const never = () => () => undefined;

/** The key of commands as this machine's keyboard has it: ⌘ on a Mac, else Ctrl. */
export function useModKey(): "⌘" | "Ctrl" {
  return useSyncExternalStore(
    never,
    () => (/Mac|iP(hone|ad)/.test(navigator.platform) ? "⌘" : "Ctrl"),
    () => "Ctrl",
  );
}
