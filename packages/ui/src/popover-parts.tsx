"use client";
import { Popover as Base } from "@base-ui/react/popover";
import type { ReactElement, ReactNode } from "react";
import { cn } from "./cn.ts";
import { popupClasses } from "./popup.ts";

export const { Close } = Base;

/** Props of `Popover`. */
export type PopoverProps = {
  /** The button that opens it. */
  trigger: ReactElement<object>;
  children: ReactNode;
  /** Heads the surface; without one give it an `aria-label`. */
  title?: ReactNode;
  align?: "start" | "center" | "end";
  side?: "top" | "bottom" | "left" | "right";
  className?: string;
  "aria-label"?: string;
};

/** A surface that is open when it comes. */
export function OpenPopover(props: PopoverProps) {
  return (
    <Base.Root defaultOpen>
      <Base.Trigger render={props.trigger} />
      <Base.Portal>
        <Base.Positioner side={props.side ?? "bottom"} align={props.align ?? "start"} sideOffset={4} className="z-50">
          <Base.Popup
            aria-label={props["aria-label"]}
            className={cn(
              popupClasses,
              "flex max-h-[var(--available-height)] max-w-[calc(100vw-1rem)] flex-col gap-2 overflow-y-auto p-3",
              props.className,
            )}
          >
            {props.title && <Base.Title className="font-semibold">{props.title}</Base.Title>}
            {props.children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
