"use client";
import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** The key of commands as this machine's keyboard has it: ⌘ on a Mac, else Ctrl. */
export function useModKey(): "⌘" | "Ctrl" {
  return useSyncExternalStore(
    never,
    () => (/Mac|iP(hone|ad)/.test(navigator.platform) ? "⌘" : "Ctrl"),
    () => "Ctrl",
  );
}
