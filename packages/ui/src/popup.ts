import { type KeyboardEvent, type MouseEvent, type SyntheticEvent, useState } from "react";

/** How everything that opens beside its trigger comes and goes. */
export const popupClasses =
  "origin-[var(--transform-origin)] rounded-lg border bg-popover text-popover-foreground shadow-md outline-none transition-[scale,opacity] duration-100 data-ending-style:opacity-0 data-starting-style:opacity-0 motion-safe:data-ending-style:scale-98 motion-safe:data-starting-style:scale-98";

/** One line of a list that opens: menu, select, combobox. */
export const popupItemClasses =
  "flex min-h-7 cursor-default select-none items-center gap-2 rounded-md px-2 py-1 outline-none data-disabled:opacity-50 pointer-coarse:min-h-9 [&_svg]:size-3.5 [&_svg]:shrink-0";

/** The line of such a list that the keyboard or the pointer is on. */
export const popupHighlightClasses = "data-highlighted:bg-accent data-highlighted:text-accent-foreground";

type Handlers = Partial<Record<"onPointerEnter" | "onFocus" | "onClick" | "onKeyDown", (event: never) => void>>;

const OPENING_KEYS = ["ArrowDown", "ArrowUp"];

/** Code that is fetched once, for all callers. */
type OnDemand<Part> = { load(): Promise<Part>; loaded(): Part | undefined };

/** `onDemand(() => import("./menu-parts.tsx"))`: what opens on a press is no part of a page's first load. */
export function onDemand<Part>(load: () => Promise<Part>): OnDemand<Part> {
  let part: Part | undefined;
  return {
    load: async () => {
      part ??= await load();
      return part;
    },
    loaded: () => part,
  };
}

/**
 * Renders a plain control in place of one that opens, until a user opens it. The code loads when the pointer or the focus is on
 * the control, so that it is ready by the time of the press.
 *
 * @param own the handlers that the control has already; they go first
 * @returns the code once it is wanted, to be rendered open, and whether a key asked for it; until then what the plain control takes
 */
export function useOnDemand<Part extends object>(source: OnDemand<Part>, own: Handlers = {}) {
  const [opened, setOpened] = useState<{ part: Part; isByKeyboard: boolean }>();
  const prepare = () => void source.load();
  const open = (isByKeyboard: boolean) => {
    const part = source.loaded();
    if (part) setOpened({ part, isByKeyboard });
    else void source.load().then((part) => setOpened({ part, isByKeyboard }));
  };
  const after =
    <E extends SyntheticEvent>(first: ((event: never) => void) | undefined, then: (event: E) => void) =>
    (event: E) => {
      first?.(event as never);
      if (!event.defaultPrevented) then(event);
    };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!OPENING_KEYS.includes(event.key)) return;
    event.preventDefault();
    open(true);
  };
  return {
    part: opened?.part,
    isByKeyboard: opened?.isByKeyboard ?? false,
    props: {
      onPointerEnter: after(own.onPointerEnter, prepare),
      onFocus: after(own.onFocus, prepare),
      // A press of Enter or the space bar is a click that counts no clicks.
      onClick: after(own.onClick, ({ detail }: MouseEvent) => open(detail === 0)),
      onKeyDown: after(own.onKeyDown, onKeyDown),
    },
  };
}
