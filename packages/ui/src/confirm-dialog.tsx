"use client";
import { cloneElement, lazy, type ReactElement, Suspense, useState } from "react";
import type { Question } from "./confirm-window.tsx";

// The window comes with the first question: most pages are left without one.
const ConfirmWindow = lazy(() => import("./confirm-window.tsx"));

/**
 * Asks before something that cannot be taken back.
 *
 * @param trigger the button that opens it; leave it out when `open` and `onOpenChange` say so, as under a menu
 */
export function ConfirmDialog(
  props: Question & { trigger?: ReactElement; open?: boolean; onOpenChange?: (open: boolean) => void },
) {
  const { trigger, open, onOpenChange, ...window } = props;
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const isShown = open ?? isOpen;
  if (isShown && !wasOpened) setWasOpened(true);
  const change = (next: boolean) => {
    setIsOpen(next);
    onOpenChange?.(next);
  };
  return (
    <>
      {trigger &&
        cloneElement(trigger as ReactElement<Record<string, unknown>>, {
          "aria-haspopup": "dialog",
          onClick: () => change(true),
        })}
      {wasOpened && (
        <Suspense>
          <ConfirmWindow {...window} open={isShown} onOpenChange={change} />
        </Suspense>
      )}
    </>
  );
}
