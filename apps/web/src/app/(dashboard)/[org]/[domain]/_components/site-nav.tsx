"use client";
import { cn } from "@docsteward/ui/cn";
import Link from "next/link";
import { usePathname } from "next/navigation";

const PARTS = [
  { path: "jobs", label: "Jobs" },
  { path: "pulls", label: "Pull requests" },
] as const;

/** The parts of a project. */
export function SiteNav({ org, domain }: { org: string; domain: string }) {
  const pathname = usePathname();
  return (
    <nav aria-label="Project" className="flex gap-4 border-b">
      {PARTS.map(({ path, label }) => {
        const href = `/${org}/${domain}/${path}`;
        const isCurrent = pathname === href || pathname.startsWith(`${href}/`);
        return (
          <Link
            key={path}
            href={href}
            aria-current={isCurrent ? "page" : undefined}
            className={cn(
              "-mb-px border-transparent border-b-2 py-2 font-medium text-muted-foreground hover:text-foreground",
              isCurrent && "border-foreground text-foreground",
            )}
          >
            {label}
          </Link>
        );
      })}
    </nav>
  );
}
