"use client";
import { cn } from "@docsteward/ui/cn";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useSite } from "../../../../_components/site-context.tsx";
import { isInPart, partHref } from "../../../../_components/site-parts.ts";

const GAPS = "conversations/gaps";

/** The two ways to look at what readers asked: their threads, and what the documentation lacks. */
export function ConversationTabs() {
  const site = useSite();
  const isGaps = isInPart(usePathname(), site, GAPS);
  const tabs = [
    { label: "Threads", href: partHref(site, "conversations"), isCurrent: !isGaps },
    { label: "Gaps", href: partHref(site, GAPS), isCurrent: isGaps },
  ];
  return (
    <nav aria-label="Conversations" className="flex gap-4 border-b">
      {tabs.map(({ label, href, isCurrent }) => (
        <Link
          key={label}
          href={href}
          aria-current={isCurrent ? "page" : undefined}
          className={cn(
            "-mb-px border-b-2 py-1.5 font-medium hover:text-foreground",
            isCurrent ? "border-foreground text-foreground" : "border-transparent text-muted-foreground",
          )}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
