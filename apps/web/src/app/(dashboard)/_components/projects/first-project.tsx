import { CodeBlock } from "@docsteward/ui/code-block";
import { EmptyState } from "@docsteward/ui/empty-state";
import type { ReactNode } from "react";
import { TextLink } from "../text-link.tsx";

const CREATE = "pnpm docsteward project create --org acme --domain acme-docs --repo /path/to/repository";

/** Says what a project is, and how there comes to be one. */
export function FirstProject({ mayConnectGitHub, children }: { mayConnectGitHub: boolean; children: ReactNode }) {
  return (
    <EmptyState title="No projects yet">
      <p className="text-muted-foreground">
        A project is one documentation site: a Git repository, a branch, and a folder of pages.{" "}
        {children
          ? "Create your first project here or on the command line:"
          : "Ask an admin to create a project or invite you."}
      </p>
      {children && <CodeBlock code={CREATE} label="Copy command" />}
      {children && <div>{children}</div>}
      {mayConnectGitHub && (
        <p className="text-muted-foreground">
          Are your pages on GitHub? <TextLink href="/settings/github">Connect GitHub</TextLink> first.
        </p>
      )}
    </EmptyState>
  );
}
