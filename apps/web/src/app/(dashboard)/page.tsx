import { CodeBlock } from "@docsteward/ui/code-block";
import { EmptyState } from "@docsteward/ui/empty-state";
import type { Metadata } from "next";
import Link from "next/link";
import { api } from "../../server/trpc/caller.ts";
import { PageTitle } from "./_components/page-title.tsx";

export const metadata: Metadata = { title: "Projects" };

const CREATE = "pnpm docsteward project create --org acme --domain acme-docs --repo /path/to/repository";

export default async function ProjectsPage() {
  const projects = await (await api()).project.list();
  return (
    <div className="flex flex-col gap-4">
      <PageTitle title="Projects" />
      {projects.length === 0 ? <FirstProject /> : <ProjectList projects={projects} />}
    </div>
  );
}

function FirstProject() {
  return (
    <EmptyState title="No projects yet">
      <p className="text-muted-foreground">
        A project is one documentation site: a Git repository on this machine, a branch, a folder of pages. Make the
        first one on the command line; it prints the project's id and its keys.
      </p>
      <CodeBlock code={CREATE} label="Copy the command" />
    </EmptyState>
  );
}

type Project = { id: string; org: string; domain: string; repository: string; ref: string };

function ProjectList({ projects }: { projects: Project[] }) {
  return (
    <ul className="divide-y overflow-hidden rounded-lg border">
      {projects.map(({ id, org, domain, repository, ref }) => (
        <li key={id}>
          <Link
            href={`/${org}/${domain}/jobs`}
            className="flex flex-wrap items-baseline justify-between gap-x-4 px-3 py-2.5 hover:bg-accent"
          >
            <span>
              <span className="text-muted-foreground">{org} / </span>
              <span className="font-medium">{domain}</span>
            </span>
            <span className="min-w-0 break-all font-mono text-muted-foreground text-xs">
              {repository} @ {ref}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
