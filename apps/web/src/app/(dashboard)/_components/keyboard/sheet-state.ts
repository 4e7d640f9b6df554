"use client";
import { useSyncExternalStore } from "react";

let isOpen = false;
const listeners = new Set<() => void>();

/** Opens or closes the sheet of shortcuts, from wherever. */
export function showShortcutSheet(shown: boolean): void {
  isOpen = shown;
  for (const tell of listeners) tell();
}

/** Whether the sheet is open. */
export function useShortcutSheet(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isOpen,
    () => false,
  );
}
