"use client";
import { lazy, Suspense, useSyncExternalStore } from "react";

const load = () => import("./toasts.tsx");
const Toasts = lazy(load);

let isNeeded = false;
const listeners = new Set<() => void>();

/** The library comes with the first toast. */
async function say(kind: "success" | "info" | "error", words: string): Promise<void> {
  const { toast: library } = await load();
  isNeeded = true;
  for (const tell of listeners) tell();
  library[kind](words);
}

/** Short news about what was just done: `toast.success("Key revoked.")`. Shown by the `Toaster` of the app. */
export const toast = {
  success: (words: string) => void say("success", words),
  info: (words: string) => void say("info", words),
  error: (words: string) => void say("error", words),
};

/** Where toasts appear. Mount it once. */
export function Toaster({ theme }: { theme: "light" | "dark" }) {
  const isShown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isNeeded,
    () => false,
  );
  if (!isShown) return null;
  return (
    <Suspense>
      <Toasts theme={theme} />
    </Suspense>
  );
}
