import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { api } from "../../../../server/trpc/caller.ts";
import { PageTitle } from "../../_components/page-title.tsx";
import { TextLink } from "../../_components/text-link.tsx";
import { AppSection } from "../../[org]/[domain]/settings/github/_components/app-section.tsx";
import { InstallationsSection } from "../../[org]/[domain]/settings/github/_components/installations-section.tsx";
import { orNull } from "../../[org]/[domain]/settings/github/_components/or-null.ts";

export const metadata: Metadata = { title: "GitHub" };

/** The GitHub App, for who has no project yet to connect it from: its owners see it in each project's settings, too. */
export default async function GitHubPage() {
  const app = await orNull((await api()).github.app());
  if (app === null) notFound();
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-5">
      <PageTitle title="GitHub" />
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
