import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { BackLink } from "#components/back-link.tsx";
import { AppSection, InstallationsSection } from "#components/github-app.tsx";
import { PageTitle, TextLink } from "#components/page-elements.tsx";
import { api, orNullWithoutPermission } from "#server/trpc/caller.ts";

export const metadata: Metadata = { title: "GitHub" };

/** The GitHub App, for who has no project yet to connect it from: its owners see it in each project's settings, too. */
export default async function GitHubPage() {
  const app = await orNullWithoutPermission((await api()).github.app());
  if (app === null) notFound();
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-5">
      <div className="flex flex-col gap-1">
        <BackLink href="/">All projects</BackLink>
        <PageTitle title="GitHub" />
      </div>
      <AppSection first={app} />
      {app.app && <InstallationsSection first={app} />}
      {app.installations.length > 0 && (
        <p className="text-muted-foreground">
          Next: <TextLink href="/">create a project</TextLink> with one of these repositories.
        </p>
      )}
    </div>
  );
}
