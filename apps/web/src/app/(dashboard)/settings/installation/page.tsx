import type { Metadata } from "next";
import { notFound } from "next/navigation";
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
      <PageTitle title="Installation" />
      <InstallationView first={installation} />
    </div>
  );
}
