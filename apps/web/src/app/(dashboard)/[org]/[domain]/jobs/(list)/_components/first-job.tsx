import { CodeBlock } from "@docsteward/ui/code-block";
import { EmptyState } from "@docsteward/ui/empty-state";

/** Teaches the first call, with the real address and project id. */
export function FirstJob({ projectId, baseUrl }: { projectId: string; baseUrl: string }) {
  const code = [
    `curl -X POST ${baseUrl}/v2/agent/${projectId}/job \\`,
    `  -H "Authorization: Bearer $ADMIN_API_KEY" \\`,
    `  -H "Content-Type: application/json" \\`,
    `  -d '{"prompt":"Replace \\"Old Name\\" with \\"New Name\\" everywhere."}'`,
  ].join("\n");
  return (
    <EmptyState title="No jobs yet">
      <p className="text-muted-foreground">
        A job turns an instruction into a pull request. Start one with the admin key that{" "}
        <code className="font-mono text-xs">project create</code> printed:
      </p>
      <CodeBlock code={code} label="Copy the command" />
      <p className="flex items-center gap-2 text-muted-foreground">
        <span aria-hidden className="size-2 rounded-full bg-brand motion-safe:animate-pulse" />
        Waiting for the first job
      </p>
    </EmptyState>
  );
}
