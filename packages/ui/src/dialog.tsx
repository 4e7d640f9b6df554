"use client";

import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { buttonClasses } from "./button.tsx";
import { cn } from "./cn.ts";

/** A window over the page. Without `open` it keeps its own state; `onOpenChange` may refuse with `details.cancel()`. */
export const Dialog = Base.Root;
/** Closes the dialog around it. */
export const DialogClose = Base.Close;

const WIDTHS = { sm: "w-[26rem]", md: "w-[34rem]", lg: "w-[48rem]" };

/** What a person types into: a window begins there, and not at its cross, where a typed space would close it. */
const TEXT_FIELD =
  "textarea:not([disabled]), input:not([type=hidden], [type=checkbox], [type=radio], [aria-hidden=true], [tabindex='-1'], [disabled], [readonly])";

/** What can be done stays in sight where the window is longer than the screen, over the padding, too. */
const STAYING_ACTIONS =
  "**:data-actions:sticky **:data-actions:-bottom-4 **:data-actions:z-10 **:data-actions:-mx-4 **:data-actions:-mb-4 **:data-actions:bg-popover **:data-actions:px-4 **:data-actions:pt-2 **:data-actions:pb-4";

/** What lies behind a window. */
export const backdropClasses =
  "fixed inset-0 z-40 min-h-dvh bg-black/40 transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0 dark:bg-black/60";

/** The window itself, with its title and the cross. `description` says in one line what it is for. */
export function DialogContent(props: {
  title: ReactNode;
  description?: ReactNode;
  children: ReactNode;
  size?: keyof typeof WIDTHS;
  className?: string;
  /** Leaves the cross out, for windows that are left by their own buttons. */
  hasClose?: boolean;
}) {
  const { size = "md", hasClose = true } = props;
  const content = useRef<HTMLDivElement>(null);
  // On a touch screen a focused field would open the keyboard over the window.
  const findFocus = (by: string) => by === "touch" || (content.current?.querySelector<HTMLElement>(TEXT_FIELD) ?? true);
  return (
    <Base.Portal>
      <Base.Backdrop className={backdropClasses} />
      <Base.Popup
        initialFocus={findFocus}
        className={cn(
          "-translate-x-1/2 fixed top-[max(1rem,12dvh)] left-1/2 z-50 flex max-h-[min(84dvh,calc(100dvh-2rem))] max-w-[calc(100vw-2rem)] flex-col overflow-hidden rounded-lg border bg-popover text-popover-foreground shadow-lg outline-none transition-[scale,opacity] duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0 motion-safe:data-ending-style:scale-98 motion-safe:data-starting-style:scale-98",
          WIDTHS[size],
        )}
      >
        <div className="flex items-start justify-between gap-4 px-4 pt-4">
          <div>
            <Base.Title className="font-semibold text-[0.9375rem]">{props.title}</Base.Title>
            {props.description && (
              <Base.Description className="mt-0.5 text-muted-foreground">{props.description}</Base.Description>
            )}
          </div>
          {hasClose && (
            <Base.Close
              aria-label="Close"
              className={cn(buttonClasses({ variant: "ghost", size: "icon" }), "-mt-1 -mr-1.5")}
            >
              <X aria-hidden />
            </Base.Close>
          )}
        </div>
        <div
          ref={content}
          className={cn("min-h-0 flex-1 overflow-y-auto overscroll-contain p-4", STAYING_ACTIONS, props.className)}
        >
          {props.children}
        </div>
      </Base.Popup>
    </Base.Portal>
  );
}

/** A panel from the edge of the screen, for what is looked at beside the page. Opens and closes like `Dialog`. */
export const Sheet = Base.Root;

const SIDES = {
  right: "right-0 border-l motion-safe:data-ending-style:translate-x-4 motion-safe:data-starting-style:translate-x-4",
  left: "left-0 border-r motion-safe:data-ending-style:-translate-x-4 motion-safe:data-starting-style:-translate-x-4",
};

/** The panel itself, with its title and the cross. */
export function SheetContent(props: {
  title: ReactNode;
  description?: ReactNode;
  children: ReactNode;
  side?: keyof typeof SIDES;
  className?: string;
}) {
  return (
    <Base.Portal>
      <Base.Backdrop className={backdropClasses} />
      <Base.Popup
        className={cn(
          "fixed inset-y-0 z-50 flex w-[30rem] max-w-[calc(100vw-2rem)] flex-col bg-popover text-popover-foreground shadow-lg outline-none transition-[translate,opacity] duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0",
          SIDES[props.side ?? "right"],
          props.className,
        )}
      >
        <div className="flex items-start justify-between gap-4 border-b px-4 py-3">
          <div className="min-w-0">
            <Base.Title className="font-semibold text-[0.9375rem]">{props.title}</Base.Title>
            {props.description && (
              <Base.Description className="text-muted-foreground">{props.description}</Base.Description>
            )}
          </div>
          <Base.Close aria-label="Close" className={cn(buttonClasses({ variant: "ghost", size: "icon" }), "-mr-1.5")}>
            <X aria-hidden />
          </Base.Close>
        </div>
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-4">{props.children}</div>
      </Base.Popup>
    </Base.Portal>
  );
}
