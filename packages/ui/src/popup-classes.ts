/** How everything that opens beside its trigger comes and goes. */
export const popupClasses =
  "origin-[var(--transform-origin)] rounded-lg border bg-popover text-popover-foreground shadow-md outline-none transition-[scale,opacity] duration-100 data-ending-style:opacity-0 data-starting-style:opacity-0 motion-safe:data-ending-style:scale-98 motion-safe:data-starting-style:scale-98";

/** One line of a list that opens: menu, select, combobox. */
export const popupItemClasses =
  "flex min-h-7 cursor-default select-none items-center gap-2 rounded-md px-2 py-1 outline-none data-disabled:opacity-50 pointer-coarse:min-h-9 [&_svg]:size-3.5 [&_svg]:shrink-0";

/** The line of such a list that the keyboard or the pointer is on. */
export const popupHighlightClasses = "data-highlighted:bg-accent data-highlighted:text-accent-foreground";
