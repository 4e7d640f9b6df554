"use client";

import { CopyButton } from "@docsteward/ui/copy";
import { useEffect } from "react";

/** A secret that is shown this once. */
export function SecretBox({ value, label, words }: { value: string; label: string; words: string }) {
  return (
    <div className="flex flex-col gap-2 rounded-md border border-warning/40 bg-warning/5 p-3">
      <p>{words}</p>
      <div className="flex items-center gap-2 rounded-md border bg-background py-1 pr-1 pl-2.5">
        <code className="min-w-0 flex-1 select-all break-all font-mono text-xs">{value}</code>
        <CopyButton value={value} label={label} />
      </div>
    </div>
  );
}

/** Has the browser ask before the page is left, as long as something would be lost with it. */
export function useUnloadGuard(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    const guard = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", guard);
    return () => window.removeEventListener("beforeunload", guard);
  }, [isOn]);
}
