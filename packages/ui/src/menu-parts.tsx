"use client";
import { Menu as Base } from "@base-ui/react/menu";
import type { ReactElement, ReactNode } from "react";
import { cn } from "./cn.ts";
import { popupClasses } from "./popup-classes.ts";

export const { Item, LinkItem, Separator } = Base;

export type MenuProps = {
  /** The button that opens it. */
  trigger: ReactElement<object>;
  children: ReactNode;
  align?: "start" | "center" | "end";
  className?: string;
  onOpenChange?: (isOpen: boolean) => void;
};

/** A menu that is open when it comes. */
export function OpenMenu({ trigger, children, align = "end", className, onOpenChange }: MenuProps) {
  return (
    <Base.Root defaultOpen onOpenChange={(isOpen) => onOpenChange?.(isOpen)}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align={align} sideOffset={4} className="z-50 outline-none">
          <Base.Popup
            className={cn(
              popupClasses,
              "max-h-[var(--available-height)] min-w-44 max-w-[calc(100vw-1rem)] overflow-y-auto p-1",
              className,
            )}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
