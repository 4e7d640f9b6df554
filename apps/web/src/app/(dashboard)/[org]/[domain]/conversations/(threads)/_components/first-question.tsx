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
    <EmptyState title="No questions yet">
      <p className="text-muted-foreground">
        Readers' questions appear here with their answers, sources and ratings. Ask the first question yourself, or add
        the assistant to your site with a key.
      </p>
      <div className="flex flex-wrap gap-2">
        <Link href={partHref(site, "assistant")} className={buttonClasses({ variant: "primary" })}>
          Open playground
        </Link>
        <Link href={partHref(site, "keys")} className={buttonClasses()}>
          Create assistant key
        </Link>
      </div>
      <CodeBlock code={code} label="Copy command" />
    </EmptyState>
  );
}
