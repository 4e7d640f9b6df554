"use client";
import { cloneElement, createContext, type ReactElement, type ReactNode, use } from "react";
import { cn } from "./cn.ts";
import type { MenuProps } from "./menu-parts.tsx";
import { onDemand, popupHighlightClasses, popupItemClasses, useOnDemand } from "./popup.ts";

type Parts = typeof import("./menu-parts.tsx");

const parts = onDemand(() => import("./menu-parts.tsx"));
const PartsContext = createContext<Parts | null>(null);

function useParts(): Parts {
  const found = use(PartsContext);
  if (found === null) throw new Error("This part of a menu is outside a Menu");
  return found;
}

/**
 * Actions behind a button: `<Menu trigger={<Button size="icon" aria-label="More">…</Button>}>…</Menu>`. Arrow keys, letters and Escape
 * work as in a desktop menu. Its code loads when a user is about to open it.
 */
export function Menu(props: MenuProps) {
  const { part, isByKeyboard, props: triggerProps } = useOnDemand(parts, props.trigger.props);
  if (part === undefined)
    return cloneElement(props.trigger, { "aria-haspopup": "menu", "aria-expanded": false, ...triggerProps } as object);
  return (
    <PartsContext value={part}>
      <part.OpenMenu {...props} isByKeyboard={isByKeyboard} />
    </PartsContext>
  );
}

type ItemProps = {
  children: ReactNode;
  /** Colours what cannot be taken back. */
  isDestructive?: boolean;
  disabled?: boolean;
  onClick?: () => void;
};

/** One action. */
export function MenuItem({ isDestructive, ...props }: ItemProps) {
  const { Item } = useParts();
  return (
    <Item
      className={cn(
        popupItemClasses,
        isDestructive
          ? "text-destructive data-highlighted:bg-destructive/10 data-highlighted:text-destructive"
          : popupHighlightClasses,
      )}
      {...props}
    />
  );
}

/** A place to go to: `<MenuLink render={<Link href="/…" />}>Settings</MenuLink>`. */
export function MenuLink(props: { render: ReactElement<object>; children: ReactNode }) {
  const { LinkItem } = useParts();
  return <LinkItem closeOnClick className={cn(popupItemClasses, popupHighlightClasses)} {...props} />;
}

export function MenuSeparator() {
  const { Separator } = useParts();
  return <Separator className="-mx-1 my-1 h-px bg-border" />;
}
