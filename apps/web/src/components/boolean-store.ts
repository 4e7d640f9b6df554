"use client";

import { useSyncExternalStore } from "react";

/** Something that is on or off in this tab, wherever it is looked at. */
type BooleanStore = {
  /** Has everything that follows it look again. */
  tell(): void;
  /** Whether it is on, followed. A hook. */
  useIsOn(): boolean;
};

/** @param onServer what is shown until the browser has looked itself */
export function createBooleanStore({ read, onServer }: { read: () => boolean; onServer: boolean }): BooleanStore {
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    tell() {
      for (const listener of listeners) listener();
    },
    useIsOn: () => useSyncExternalStore(subscribe, read, () => onServer),
  };
}
