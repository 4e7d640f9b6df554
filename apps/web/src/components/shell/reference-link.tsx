"use client";

import Link from "next/link";
import { useProjectPath } from "../project-context.tsx";
import { projectHref } from "../project-pages.ts";

/** Leads to the API reference: inside a project to the one with its names. */
export function ReferenceLink() {
  const site = useProjectPath();
  return (
    <Link
      href={site ? projectHref(site, "reference") : "/reference"}
      className="rounded-md px-2 py-1 text-[0.8125rem] text-muted-foreground hover:bg-accent hover:text-foreground max-sm:hidden"
    >
      API
    </Link>
  );
}
