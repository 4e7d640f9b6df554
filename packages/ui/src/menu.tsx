"use client";
import { Menu as Base } from "@base-ui/react/menu";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn.ts";
import { popupClasses, popupItemClasses } from "./popup-classes.ts";

/** Actions behind a button. Arrow keys, letters and Escape work as in a desktop menu. */
export const Menu = Base.Root;
/** `<MenuTrigger render={<Button size="icon" aria-label="More">…</Button>} />` */
export const MenuTrigger = Base.Trigger;

/** The list that opens. */
export function MenuContent({
  children,
  align = "end",
  className,
}: {
  children: ReactNode;
  align?: "start" | "center" | "end";
  className?: string;
}) {
  return (
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
  );
}

type ItemProps = Omit<ComponentProps<typeof Base.Item>, "className"> & { isDestructive?: boolean; className?: string };

/** One action; `isDestructive` colours what cannot be taken back. */
export function MenuItem({ isDestructive, className, ...props }: ItemProps) {
  return (
    <Base.Item
      className={cn(
        popupItemClasses,
        isDestructive && "text-destructive data-highlighted:bg-destructive/10 data-highlighted:text-destructive",
        className,
      )}
      {...props}
    />
  );
}

/** A place to go to: `<MenuLink render={<Link href="/…" />}>Settings</MenuLink>`. */
export function MenuLink({
  className,
  ...props
}: Omit<ComponentProps<typeof Base.LinkItem>, "className"> & { className?: string }) {
  return <Base.LinkItem closeOnClick className={cn(popupItemClasses, className)} {...props} />;
}

export function MenuSeparator() {
  return <Base.Separator className="-mx-1 my-1 h-px bg-border" />;
}
