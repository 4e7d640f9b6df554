"use client";

import { CodeBlock } from "@docsteward/ui/copy";
import { EmptyState } from "@docsteward/ui/states";
import Link from "next/link";
import { useProject } from "#components/project-context.tsx";

/** Teaches the first call, with the real address and project id. The list above it takes its place when a job comes in. */
export function FirstJob() {
  const { org, domain, projectId, baseUrl } = useProject();
  const code = [
    `curl -X POST ${baseUrl}/v2/agent/${projectId}/job \\`,
    `  -H "Authorization: Bearer $ADMIN_API_KEY" \\`,
    `  -H "Content-Type: application/json" \\`,
    `  -d '{"prompt":"Replace \\"Old Name\\" with \\"New Name\\" everywhere."}'`,
  ].join("\n");
  return (
    <EmptyState title="No jobs yet">
      <p className="text-muted-foreground">
        A job turns an instruction into a pull request. Start one here, or call the API with an{" "}
        <Link href={`/${org}/${domain}/keys`} className="text-brand underline-offset-2 hover:underline">
          admin key
        </Link>
        :
      </p>
      <CodeBlock code={code} label="Copy command" />
      <p role="status" className="flex items-center gap-2 text-muted-foreground">
        <span aria-hidden className="size-2 rounded-full bg-brand motion-safe:animate-pulse" />
        Waiting for your first job. It appears here automatically.
      </p>
    </EmptyState>
  );
}
