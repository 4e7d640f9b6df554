"use client";

import { ConfirmDialog } from "@docsteward/ui/confirm-dialog";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { unsaved } from "./unsaved-changes.ts";

// Not every browser can be asked before it goes back.
const entries = typeof window === "undefined" ? undefined : (window.navigation as Navigation | undefined);

/** Keeps a page with unsaved changes from being left by accident: by a link, a shortcut, the palette, Back or the browser. */
export function LeaveGuard({ isDirty }: { isDirty: boolean }) {
  const router = useRouter();
  // The address of a page, or the key of an entry of the history.
  const [next, setNext] = useState<{ href: string } | { key: string } | null>(null);
  const mayTraverse = useRef(false);
  useEffect(() => {
    if (!isDirty) return;
    const ask = (href: string) => setNext({ href });
    unsaved.add(ask);
    const onNavigate = (event: NavigateEvent) => {
      if (event.navigationType !== "traverse" || !event.cancelable || mayTraverse.current) return;
      event.preventDefault();
      setNext({ key: event.destination.key });
    };
    const onClick = (event: MouseEvent) => {
      const href = linkOf(event);
      if (href === null) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      ask(href);
    };
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    document.addEventListener("click", onClick, { capture: true });
    window.addEventListener("beforeunload", onUnload);
    entries?.addEventListener("navigate", onNavigate);
    return () => {
      unsaved.delete(ask);
      entries?.removeEventListener("navigate", onNavigate);
      document.removeEventListener("click", onClick, { capture: true });
      window.removeEventListener("beforeunload", onUnload);
    };
  }, [isDirty]);
  const leave = () => {
    if (next === null) return;
    if ("href" in next) return router.push(next.href);
    mayTraverse.current = true;
    entries?.traverseTo(next.key);
  };
  return (
    <ConfirmDialog
      open={next !== null}
      onOpenChange={(open) => !open && setNext(null)}
      title="Leave without saving?"
      action="Leave page"
      isDestructive
      onConfirm={leave}
    >
      This page has changes that aren't saved.
    </ConfirmDialog>
  );
}

/** The page of this service that a click leads to, in this tab; null for every other click. */
function linkOf(event: MouseEvent): string | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (!(link instanceof HTMLAnchorElement) || link.target === "_blank" || link.origin !== location.origin) return null;
  const isHere = link.pathname === location.pathname && link.search === location.search;
  return isHere ? null : `${link.pathname}${link.search}${link.hash}`;
}
