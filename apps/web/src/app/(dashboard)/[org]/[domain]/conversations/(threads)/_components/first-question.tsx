"use client";
import { buttonClasses } from "@docsteward/ui/button";
import { CodeBlock } from "@docsteward/ui/code-block";
import { EmptyState } from "@docsteward/ui/empty-state";
import Link from "next/link";
import { useSite } from "../../../../../_components/site-context.tsx";
import { partHref } from "../../../../../_components/site-parts.ts";

/** Teaches how a first question comes about. */
export function FirstQuestion() {
  const site = useSite();
  const code = `docsteward ask ${site.domain} "How do I get started?"`;
  return (
    <EmptyState title="Nobody has asked anything yet">
      <p className="text-muted-foreground">
        What readers ask the assistant is kept here, with its answer, its sources and what they think of it. Ask the
        first question yourself, or put the assistant on your site with a key.
      </p>
      <div className="flex flex-wrap gap-2">
        <Link href={partHref(site, "assistant")} className={buttonClasses({ variant: "primary" })}>
          Ask in the playground
        </Link>
        <Link href={partHref(site, "keys")} className={buttonClasses()}>
          Make an assistant key
        </Link>
      </div>
      <CodeBlock code={code} label="Copy the command" />
    </EmptyState>
  );
}
