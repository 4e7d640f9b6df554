"use client";
import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { buttonClasses } from "./button.tsx";
import { cn } from "./cn.ts";
import { backdropClasses } from "./dialog.tsx";

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
