"use client";

import { type ReactNode, useCallback } from "react";

/** What stays below it, or scrolls to below it, keeps this much room: the bar of the dashboard and the header. */
const ROOM = "--page-header";
const BAR_PX = 48;

/** The header of a page that stays in view while the page scrolls; `--page-header` is where the page begins below it. */
export function StickyHeader({ children }: { children: ReactNode }) {
  const measure = useCallback((header: HTMLElement | null) => {
    if (header === null) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty(ROOM, `${BAR_PX + header.offsetHeight}px`));
    observer.observe(header);
    return () => {
      observer.disconnect();
      style.removeProperty(ROOM);
    };
  }, []);
  return (
    <header
      ref={measure}
      className="sticky top-12 z-20 -mx-4 -mt-5 flex flex-col gap-1.5 border-b bg-background px-4 pt-3 pb-2.5 max-sm:max-h-[45dvh] max-sm:overflow-y-auto lg:-mx-6 lg:px-6"
    >
      {children}
    </header>
  );
}
