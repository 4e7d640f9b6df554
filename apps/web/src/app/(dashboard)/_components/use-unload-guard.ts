"use client";
import { useEffect } from "react";

/** Has the browser ask before the page is left, as long as something would be lost with it. */
export function useUnloadGuard(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    const guard = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", guard);
    return () => window.removeEventListener("beforeunload", guard);
  }, [isOn]);
}
