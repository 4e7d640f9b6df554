"use client";

import { cn } from "@docsteward/ui/cn";
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
} from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useProjectPath } from "../project-context.tsx";
import { isWithin, PROJECT_PAGES, projectHref, type SitePart } from "../project-pages.ts";

const ICONS: Record<SitePart["path"], LucideIcon> = {
  "": LayoutDashboard,
  jobs: ListTodo,
  pulls: GitPullRequest,
  pages: FileText,
  assistant: BookOpenText,
  conversations: MessagesSquare,
  analytics: ChartNoAxesColumn,
  keys: KeyRound,
  usage: Activity,
  settings: Settings,
};

// On a narrow screen the row scrolls: the part one is in must not hide beyond its edge.
const intoView = (link: HTMLAnchorElement | null) => link?.scrollIntoView({ block: "nearest", inline: "center" });

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
          </Link>
        );
      })}
    </nav>
  );
}
