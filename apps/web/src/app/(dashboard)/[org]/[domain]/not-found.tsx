"use client";

import { buttonClasses } from "@docsteward/ui/button";
import Link from "next/link";
import { useProject } from "#components/project-context.tsx";
import { projectHref } from "#components/project-pages.ts";

/** A page that this project does not have; the project's navigation stays. */
export default function ProjectPageNotFound() {
  const site = useProject();
  return (
    <div className="mx-auto flex max-w-md flex-col items-start gap-3 py-20">
      <h1 className="font-semibold text-lg">Page not found</h1>
      <p className="text-muted-foreground">
        The project {site.name} has no page at this URL. It might have been deleted, or the URL is wrong.
      </p>
      <Link href={projectHref(site, "")} className={buttonClasses({})}>
        Open the overview
      </Link>
    </div>
  );
}
