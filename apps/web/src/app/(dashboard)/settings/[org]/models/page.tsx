import type { Metadata } from "next";
import { api, orNotFound } from "#server/trpc/caller.ts";
import { OrganizationModels } from "./_components/organization-models.tsx";

export const metadata: Metadata = { title: "Models" };

export default async function OrganizationModelsPage({ params }: { params: Promise<{ org: string }> }) {
  const { org } = await params;
  return <OrganizationModels first={await orNotFound((await api()).model.get({ org }))} />;
}
