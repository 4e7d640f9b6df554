"use client";

import { cn } from "@docsteward/ui/cn";
import Link from "next/link";

type PageTab = { label: string; href: string; isCurrent: boolean };

/** For the current link of a row that scrolls on a narrow screen: it must not hide beyond the edge. */
export const intoView = (link: HTMLAnchorElement | null) =>
  link?.scrollIntoView({ block: "nearest", inline: "center" });

/** Links to pages that belong together, in one row above them. @param label names the row for screen readers */
export function PageTabs({ label, tabs }: { label: string; tabs: readonly PageTab[] }) {
  return (
    <nav aria-label={label} className="flex gap-4 overflow-x-auto overflow-y-hidden border-b [scrollbar-width:none]">
      {tabs.map((tab) => (
        <Link
          key={tab.href}
          ref={tab.isCurrent ? intoView : undefined}
          href={tab.href}
          aria-current={tab.isCurrent ? "page" : undefined}
          className={cn(
            "-outline-offset-2 shrink-0 whitespace-nowrap border-b-2 py-1.5 font-medium hover:text-foreground",
            tab.isCurrent ? "border-foreground text-foreground" : "border-transparent text-muted-foreground",
          )}
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}
