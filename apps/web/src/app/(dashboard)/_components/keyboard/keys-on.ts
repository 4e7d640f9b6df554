"use client";
import { useSyncExternalStore } from "react";

/** Set in browsers whose people have switched single keys off, as those who speak to their computer need to. */
const STORED = "docsteward.keys-off";

const listeners = new Set<() => void>();

/** Whether single keys are shortcuts in this browser. */
export function readKeysOn(): boolean {
  return localStorage.getItem(STORED) === null;
}

/** Switches the shortcuts of single keys on or off, for this browser. */
export function setKeysOn(isOn: boolean): void {
  if (isOn) localStorage.removeItem(STORED);
  else localStorage.setItem(STORED, "1");
  for (const tell of listeners) tell();
}

/** `readKeysOn`, followed. */
export function useKeysOn(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    readKeysOn,
    () => true,
  );
}
