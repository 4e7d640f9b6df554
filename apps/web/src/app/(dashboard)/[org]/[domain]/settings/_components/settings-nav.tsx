"use client";
import { cn } from "@docsteward/ui/cn";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { intoView } from "#components/page-tabs.tsx";
import { useProject } from "#components/project-context.tsx";
import { ORGANIZATION_PAGES, organizationHref, projectHref } from "#components/project-pages.ts";

const PARTS = [
  { path: "", label: "General" },
  { path: "/index", label: "Index" },
  { path: "/sources", label: "Sources" },
  { path: "/golden", label: "Golden questions" },
  { path: "/checks", label: "Checks" },
  { path: "/models", label: "Models" },
  { path: "/limits", label: "Limits and budgets" },
  { path: "/webhooks", label: "Webhooks and Slack" },
  { path: "/origins", label: "Allowed websites" },
  { path: "/access", label: "Reader access" },
  { path: "/widget", label: "Widget" },
  { path: "/github", label: "Repository" },
  { path: "/danger", label: "Danger zone" },
] as const;

/** The pages of the settings: a column beside them, a row above where the screen is narrow. */
export function SettingsNav() {
  const site = useProject();
  const pathname = usePathname();
  const base = projectHref(site, "settings");
  const links = PARTS.map(({ path, label }) => ({ href: `${base}${path}`, label, isRoot: path === "" }));
  return (
    <nav
      aria-label="Settings"
      className="-mx-1 flex shrink-0 gap-0.5 overflow-x-auto px-1 [scrollbar-width:none] md:sticky md:top-16 md:w-40 md:flex-col md:self-start"
    >
      {links.map(({ href, label, isRoot }) => {
        const isCurrent = pathname === href || (!isRoot && pathname.startsWith(`${href}/`));
        return (
          <Link
            key={href}
            ref={isCurrent ? intoView : undefined}
            href={href}
            aria-current={isCurrent ? "page" : undefined}
            className={cn(
              "-outline-offset-2 flex h-7.5 shrink-0 items-center whitespace-nowrap rounded-md px-2 hover:bg-accent hover:text-foreground",
              isCurrent ? "bg-accent font-medium text-foreground" : "text-muted-foreground",
            )}
          >
            {label}
          </Link>
        );
      })}
      <p className="shrink-0 px-2 pt-4 pb-1 text-muted-foreground text-xs max-md:hidden">Organization</p>
      {ORGANIZATION_PAGES.map(({ path, label }) => (
        <Link
          key={path}
          href={organizationHref(site, path)}
          className="-outline-offset-2 flex h-7.5 shrink-0 items-center gap-1.5 whitespace-nowrap rounded-md px-2 text-muted-foreground hover:bg-accent hover:text-foreground"
        >
          {/* A project and its organization have pages of the same name. */}
          <span className="sr-only max-md:not-sr-only">Organization: </span>
          {label}
        </Link>
      ))}
    </nav>
  );
}
