"use client";

import { cn } from "@docsteward/ui/cn";
import { useQuery } from "@tanstack/react-query";
import {
  Activity,
  BookOpenText,
  ChartNoAxesColumn,
  FileText,
  GitPullRequest,
  KeyRound,
  LayoutDashboard,
  ListTodo,
  type LucideIcon,
  MessagesSquare,
  Settings,
  Zap,
} from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useTRPC } from "#trpc/client.tsx";
import { intoView } from "../page-tabs.tsx";
import { useProjectPath } from "../project-context.tsx";
import { isWithin, PROJECT_PAGES, projectHref, type SitePart } from "../project-pages.ts";

const ICONS: Record<SitePart["path"], LucideIcon> = {
  "": LayoutDashboard,
  jobs: ListTodo,
  pulls: GitPullRequest,
  automations: Zap,
  pages: FileText,
  assistant: BookOpenText,
  conversations: MessagesSquare,
  analytics: ChartNoAxesColumn,
  keys: KeyRound,
  usage: Activity,
  settings: Settings,
};

/** The parts of the project: a column beside the page, a row above it where the screen is narrow. */
export function ProjectNav() {
  const pathname = usePathname();
  const site = useProjectPath();
  if (site === null) return null;
  return (
    <nav
      aria-label="Project"
      className="flex shrink-0 gap-0.5 overflow-x-auto border-b px-3 py-1.5 [scrollbar-width:none] lg:sticky lg:top-12 lg:h-[calc(100dvh-3rem)] lg:w-52 lg:flex-col lg:overflow-y-auto lg:border-r lg:border-b-0 lg:px-3 lg:py-4"
    >
      {PROJECT_PAGES.map(({ path, label }) => {
        const Icon = ICONS[path];
        const isCurrent = isWithin(pathname, site, path);
        return (
          <Link
            key={path}
            ref={isCurrent ? intoView : undefined}
            href={projectHref(site, path)}
            aria-current={isCurrent ? "page" : undefined}
            className={cn(
              "-outline-offset-2 flex h-8 shrink-0 items-center gap-2 rounded-md px-2 font-medium transition-colors hover:bg-accent hover:text-foreground lg:h-7.5",
              isCurrent ? "bg-accent text-foreground" : "text-muted-foreground",
            )}
          >
            <Icon aria-hidden className="size-4 shrink-0" />
            {label}
            {path === "conversations" && <GapCount site={site} />}
          </Link>
        );
      })}
    </nav>
  );
}

const STALE_MS = 60_000;

/** How many gaps are open. */
function GapCount({ site }: { site: { org: string; domain: string } }) {
  const { data: count = 0 } = useQuery({
    ...useTRPC().gap.count.queryOptions(site),
    staleTime: STALE_MS,
    refetchInterval: STALE_MS,
  });
  if (count === 0) return null;
  return (
    // What only screen readers get stays inside of the list that scrolls.
    <span className="relative ml-auto rounded-full bg-muted px-1.5 text-muted-foreground text-xs tabular-nums">
      {count > 99 ? "99+" : count}
      <span className="sr-only"> open {count === 1 ? "gap" : "gaps"}</span>
    </span>
  );
}
