import type { Metadata } from "next";
import { BackLink } from "#components/back-link.tsx";
import { Notice, PageTitle, TextLink } from "#components/page-elements.tsx";
import { api, orNotFound } from "#server/trpc/caller.ts";
import { Comparison } from "./_components/comparison.tsx";

export const metadata: Metadata = { title: "Compare answers" };

export default async function ComparePage({ params }: { params: Promise<{ org: string; domain: string }> }) {
  const site = await params;
  const { models, previous } = await orNotFound((await api()).playground.compareOptions(site));
  const path = `/${site.org}/${site.domain}`;
  return (
    <div data-wide className="flex flex-col gap-4">
      <div className="flex flex-col gap-1">
        <BackLink href={`${path}/assistant`}>Playground</BackLink>
        <PageTitle title="Compare answers" />
      </div>
      {models.length < 2 && previous === null ? (
        <Notice>
          This project has one model, {models[0]}, and one version of the index. To compare two models, connect a
          provider with two, such as Anthropic&apos;s sonnet and opus. The previous version of the index can be compared
          after the pages change. <TextLink href={`${path}/settings/models`}>Go to models</TextLink>
        </Notice>
      ) : (
        <Comparison
          models={[...models]}
          currentName="Current index"
          previousName={previous && `Previous index (${previous.commit.slice(0, 7)})`}
        />
      )}
    </div>
  );
}
