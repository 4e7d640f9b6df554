import type { Metadata } from "next";
import { ReferenceView } from "#app/(dashboard)/reference/_components/operations.tsx";
import { api, orNotFound } from "#server/trpc/caller.ts";

export const metadata: Metadata = { title: "API reference" };

type Props = { params: Promise<{ org: string; domain: string }> };

/** The same reference with the project's own address and names in its samples. */
export default async function ProjectReferencePage({ params }: Props) {
  const { org, domain } = await params;
  const { id, baseUrl } = await orNotFound((await api()).project.get({ org, domain }));
  return <ReferenceView values={{ DOCSTEWARD_URL: baseUrl, PROJECT_ID: id, DOMAIN: domain }} />;
}
