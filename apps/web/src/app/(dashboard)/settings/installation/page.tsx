import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { BackLink } from "#components/back-link.tsx";
import { PageTitle } from "#components/page-elements.tsx";
import { api, orNullWithoutPermission } from "#server/trpc/caller.ts";
import { InstallationView } from "./_components/installation-view.tsx";

export const metadata: Metadata = { title: "Installation" };

/** The installation as a whole, for the owners of its first organization. */
export default async function InstallationPage() {
  const installation = await orNullWithoutPermission((await api()).installation.get());
  if (installation === null) notFound();
  return (
    <div className="flex w-full flex-col gap-5">
      <div className="flex flex-col gap-1">
        <BackLink href="/">All projects</BackLink>
        <PageTitle title="Installation" />
      </div>
      <InstallationView first={installation} />
    </div>
  );
}
