import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { organizationHref } from "#components/project-pages.ts";
import { api, orNotFound } from "#server/trpc/caller.ts";
import { ProjectModels } from "./_components/project-models.tsx";

export const metadata: Metadata = { title: "Models" };

type Props = { params: Promise<{ org: string; domain: string }>; searchParams: Promise<{ connect?: string }> };

export default async function ModelsSettingsPage({ params, searchParams }: Props) {
  const site = await params;
  // All advice leads to one place: the organization connects the model, for all of its projects.
  if ((await searchParams).connect === "true") redirect(organizationHref(site, "models", { connect: "true" }));
  return <ProjectModels first={await orNotFound((await api()).model.get(site))} />;
}
