"use client";
import { Menu as Base } from "@base-ui/react/menu";
import { type ReactElement, type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import { cn } from "./cn.ts";
import { popupClasses } from "./popup.ts";

export const { Item, LinkItem, Separator } = Base;

/** Props of `Menu`. */
export type MenuProps = {
  /** The button that opens it. */
  trigger: ReactElement<object>;
  children: ReactNode;
  align?: "start" | "center" | "end";
  className?: string;
  onOpenChange?: (isOpen: boolean) => void;
};

/**
 * A menu that is open when it comes.
 *
 * @param isByKeyboard whether a key opened it: then its first line has the focus
 */
export function OpenMenu(props: MenuProps & { isByKeyboard: boolean }) {
  const { trigger, children, align = "end", className, onOpenChange, isByKeyboard } = props;
  const button = useRef<HTMLButtonElement>(null);
  const tellOpen = useEffectEvent(() => onOpenChange?.(true));
  useEffect(() => {
    if (!isByKeyboard) return tellOpen();
    // The press was taken by the button that stood here before, so this one gets it again.
    button.current?.focus();
    button.current?.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowDown", bubbles: true }));
  }, [isByKeyboard]);
  return (
    <Base.Root defaultOpen={!isByKeyboard} onOpenChange={(isOpen) => onOpenChange?.(isOpen)}>
      <Base.Trigger ref={button} render={trigger} />
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
