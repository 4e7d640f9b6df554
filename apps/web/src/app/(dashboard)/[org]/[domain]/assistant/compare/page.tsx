import type { Metadata } from "next";
import { BackLink } from "#components/back-link.tsx";
import { Notice, PageTitle, TextLink } from "#components/page-elements.tsx";
import { api, orNotFound } from "#server/trpc/caller.ts";
import { ModelComparison } from "./_components/model-comparison.tsx";

export const metadata: Metadata = { title: "Compare models" };

export default async function ComparePage({ params }: { params: Promise<{ org: string; domain: string }> }) {
  const site = await params;
  const { models } = await orNotFound((await api()).job.createOptions(site));
  const path = `/${site.org}/${site.domain}`;
  return (
    <div data-wide className="flex flex-col gap-4">
      <div className="flex flex-col gap-1">
        <BackLink href={`${path}/assistant`}>Playground</BackLink>
        <PageTitle title="Compare models" />
      </div>
      {models.length < 2 ? (
        <Notice>
          This project has one model, {models[0]}. To compare two, connect a provider with two models, such as
          Anthropic&apos;s sonnet and opus. <TextLink href={`${path}/settings/models`}>Go to models</TextLink>
        </Notice>
      ) : (
        <ModelComparison models={[...models]} />
      )}
    </div>
  );
}
