"use client";

import { WifiOff } from "lucide-react";
import { useSyncExternalStore } from "react";

/** Warns that the page may be outdated while the browser is offline. Disappears when the connection returns. */
export function ConnectionNotice() {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  return (
    <div role="status">
      {!isOnline && (
        <p className="flex items-center justify-center gap-2 border-b bg-warning/10 px-4 py-1.5 text-warning">
          <WifiOff aria-hidden className="size-3.5 shrink-0" />
          You are offline. This page might be out of date. Updates resume when you are back online.
        </p>
      )}
    </div>
  );
}

function subscribe(listener: () => void): () => void {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}
