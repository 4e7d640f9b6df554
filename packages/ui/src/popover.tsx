"use client";
import { Popover as Base } from "@base-ui/react/popover";
import type { ReactNode } from "react";
import { cn } from "./cn.ts";
import { popupClasses } from "./popup-classes.ts";

/** A small surface beside its trigger, for a few controls or facts. */
export const Popover = Base.Root;
/** `<PopoverTrigger render={<Button>Filter</Button>} />` */
export const PopoverTrigger = Base.Trigger;
export const PopoverClose = Base.Close;

/** The surface. `title` heads it; without one give it an `aria-label`. */
export function PopoverContent(props: {
  title?: ReactNode;
  children: ReactNode;
  align?: "start" | "center" | "end";
  side?: "top" | "bottom" | "left" | "right";
  className?: string;
  "aria-label"?: string;
}) {
  return (
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
  );
}
