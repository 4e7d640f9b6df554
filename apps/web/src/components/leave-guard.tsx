"use client";

import { ConfirmDialog } from "@docsteward/ui/confirm-dialog";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { unsaved } from "./unsaved-changes.ts";

/** Keeps a page with unsaved changes from being left by accident: by a link, a shortcut, the palette or the browser. */
export function LeaveGuard({ isDirty }: { isDirty: boolean }) {
  const router = useRouter();
  const [next, setNext] = useState<string | null>(null);
  useEffect(() => {
    if (!isDirty) return;
    unsaved.add(setNext);
    const onClick = (event: MouseEvent) => {
      const href = linkOf(event);
      if (href === null) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      setNext(href);
    };
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    document.addEventListener("click", onClick, { capture: true });
    window.addEventListener("beforeunload", onUnload);
    return () => {
      unsaved.delete(setNext);
      document.removeEventListener("click", onClick, { capture: true });
      window.removeEventListener("beforeunload", onUnload);
    };
  }, [isDirty]);
  return (
    <ConfirmDialog
      open={next !== null}
      onOpenChange={(open) => !open && setNext(null)}
      title="Leave without saving?"
      action="Leave page"
      isDestructive
      onConfirm={() => next !== null && router.push(next)}
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
