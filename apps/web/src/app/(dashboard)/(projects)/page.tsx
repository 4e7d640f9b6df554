import { buttonClasses } from "@docsteward/ui/button";
import { CodeBlock } from "@docsteward/ui/copy";
import { EmptyState } from "@docsteward/ui/states";
import type { Metadata } from "next";
import Link from "next/link";
import type { ReactNode } from "react";
import { repositoryName } from "#components/format.ts";
import { NewProjectButton } from "#components/new-project/new-project-button.tsx";
import { PageTitle, TextLink } from "#components/page-elements.tsx";
import { api } from "#server/trpc/caller.ts";

export const metadata: Metadata = { title: "Projects" };

export default async function ProjectsPage() {
  const { organization, project } = await api();
  const [projects, places, organizations] = await Promise.all([project.list(), project.places(), organization.list()]);
  const mayMake = places.organizations.length > 0;
  return (
    <div className="flex flex-col gap-4">
      <PageTitle title="Projects">
        <div className="flex flex-wrap gap-2">
          {places.mayUsePaths && (
            <Link href="/settings/installation" className={buttonClasses()}>
              Installation
            </Link>
          )}
          {mayMake && projects.length > 0 && <NewProjectButton places={places} />}
        </div>
      </PageTitle>
      {projects.length > 0 ? (
        <ProjectList projects={projects} />
      ) : (
        <FirstProject org={places.organizations[0]?.slug} mayConnectGitHub={places.mayUsePaths}>
          {mayMake && <NewProjectButton places={places} />}
        </FirstProject>
      )}
      {organizations.length > 0 && (
        <nav aria-label="Organizations" className="flex flex-wrap gap-x-4 gap-y-1 text-muted-foreground">
          {organizations.map(({ slug, name }) => (
            <TextLink key={slug} href={`/settings/${slug}/members`}>
              Settings of {name}
            </TextLink>
          ))}
        </nav>
      )}
    </div>
  );
}

type FirstProjectProps = {
  /** Where this person may create a project; none for people who may not. */
  org: string | undefined;
  mayConnectGitHub: boolean;
  children: ReactNode;
};

/** Says what a project is, and how to create the first one. */
export function FirstProject({ org, mayConnectGitHub, children }: FirstProjectProps) {
  return (
    <EmptyState title="No projects yet">
      <p className="text-muted-foreground">
        A project is one documentation site: a Git repository, a branch, and a folder of pages.{" "}
        {children
          ? "Create your first project here or on the command line:"
          : "Ask an admin to create a project or invite you."}
      </p>
      {org && (
        <CodeBlock
          code={`npx -y pnpm@12.21.0 docsteward project create --org ${org} --domain ${org}-docs --repo /path/to/repository`}
          label="Copy command"
        />
      )}
      {children && <div>{children}</div>}
      {mayConnectGitHub && (
        <p className="text-muted-foreground">
          Are your pages on GitHub? <TextLink href="/settings/github">Connect GitHub</TextLink> first.
        </p>
      )}
    </EmptyState>
  );
}

type Project = {
  id: string;
  org: string;
  domain: string;
  name: string;
  repository: string;
  ref: string;
  activity: { jobs: number; questions: number };
};

/** The projects of the one who looks, with what went on in each. */
export function ProjectList({ projects }: { projects: Project[] }) {
  return (
    <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
      {projects.map(({ id, org, domain, name, repository, ref, activity }) => (
        <li
          key={id}
          className="relative flex min-w-0 flex-col gap-1 rounded-lg border bg-card p-3.5 hover:border-foreground/25"
        >
          <h2 className="truncate font-semibold">
            <Link href={`/${org}/${domain}`} className="after:absolute after:inset-0 after:rounded-lg">
              {name}
            </Link>
          </h2>
          <p className="truncate text-muted-foreground text-xs">
            {org} / {domain}
          </p>
          <p title={repository} className="mt-1.5 truncate font-mono text-muted-foreground text-xs">
            {repositoryName(repository)} @ {ref}
          </p>
          <p className="mt-2 border-t pt-2 text-muted-foreground text-xs tabular-nums">
            {countOf(activity.jobs, "job")}, {countOf(activity.questions, "question")} in the last 30 days
          </p>
        </li>
      ))}
    </ul>
  );
}

function countOf(count: number, noun: string): string {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}
