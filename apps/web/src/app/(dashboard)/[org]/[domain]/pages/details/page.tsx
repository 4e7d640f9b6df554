import type { InventoryDetails } from "@docsteward/services/site/inventory";
import { Badge } from "@docsteward/ui/badge";
import { Card } from "@docsteward/ui/layout";
import { RelativeTime } from "@docsteward/ui/time";
import type { Metadata } from "next";
import Link from "next/link";
import { notFound, redirect } from "next/navigation";
import type { ReactNode } from "react";
import { SourceLink } from "#components/answer/source-list.tsx";
import { BackLink } from "#components/back-link.tsx";
import { Notice, PageTitle } from "#components/page-elements.tsx";
import { projectHref } from "#components/project-pages.ts";
import { api, orNotFound, orNullWhileUnavailable } from "#server/trpc/caller.ts";
import { firstParam, type Params, withSearchParams } from "../../conversations/_components/search-params.ts";
import { NewPageJob } from "./_components/new-page-job.tsx";

export const metadata: Metadata = { title: "Page" };

type Site = { org: string; domain: string };
type Props = { params: Promise<Site>; searchParams: Promise<Params> };

export default async function PageDetailsPage({ params, searchParams }: Props) {
  const site = await params;
  const path = firstParam(await searchParams, "path");
  if (path === undefined || path.length > 2_000) notFound();
  const { page: pages } = await api();
  const page = await orNotFound(orNullWhileUnavailable(pages.get({ ...site, path })));
  if (page === null) redirect(projectHref(site, "pages"));
  return (
    <div className="flex flex-col gap-5">
      <header className="flex flex-col gap-1.5">
        <BackLink href={projectHref(site, "pages")}>All pages</BackLink>
        <PageTitle title={page.title}>
          <NewPageJob file={page.file} />
        </PageTitle>
        <p className="min-w-0 break-all font-mono text-xs">
          <SourceLink url={page.url}>{page.path}</SourceLink>
        </p>
        {page.description && <p className="text-muted-foreground">{page.description}</p>}
      </header>
      <Facts page={page} />
      <Figures page={page} />
      <Questions page={page} site={site} />
      <div className="grid gap-5 lg:grid-cols-2">
        <Part title="Sections" count={page.sectionCount} shown={page.sections.length} empty="No sections.">
          {page.sections.map(({ heading, depth, url }) => (
            <li key={`${url} ${depth} ${heading}`} className="flex min-w-0 px-3 py-2">
              <span className={`flex min-w-0 ${INDENTS[depth - 1] ?? "pl-12"}`}>
                <SourceLink url={url}>{heading}</SourceLink>
              </span>
            </li>
          ))}
        </Part>
        <Part
          title="Linked from"
          count={page.linkedFromCount}
          shown={page.linkedFrom.length}
          empty="No page links to this one."
        >
          {page.linkedFrom.map(({ path, title }) => (
            <li key={path}>
              <Link
                href={withSearchParams(projectHref(site, "pages/details"), { path })}
                prefetch={false}
                className="-outline-offset-2 flex items-baseline gap-3 px-3 py-2 hover:bg-accent/60"
              >
                <span className="min-w-0 truncate">{title}</span>
                <span className="ml-auto min-w-0 truncate font-mono text-muted-foreground text-xs">{path}</span>
              </Link>
            </li>
          ))}
        </Part>
      </div>
    </div>
  );
}

const INDENTS = ["", "pl-4", "pl-8"];

function Facts({ page }: { page: InventoryDetails }) {
  const { file, language, version, changedAt, findings, enforcesGroups, restrictedTo } = page;
  const groups = restrictedTo === null ? "No one: its front matter can't be read" : restrictedTo.join(", ");
  const facts = [
    { label: "File", value: <span className="break-all font-mono text-xs">{file}</span> },
    { label: "Changed", value: changedAt === null ? "Unknown" : <RelativeTime at={changedAt} /> },
    { label: "Checks", value: formatFindings(findings) },
    ...(language === null ? [] : [{ label: "Language", value: language }]),
    ...(version === null ? [] : [{ label: "Version", value: version }]),
    ...(enforcesGroups ? [{ label: "Restricted to", value: groups || "Everyone may read it" }] : []),
  ];
  return (
    <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-2 lg:grid-cols-3">
      {facts.map(({ label, value }) => (
        <div key={label} className="min-w-0">
          <dt className="text-muted-foreground text-xs">{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function formatFindings(findings: InventoryDetails["findings"]): string {
  if (findings === null) return "Not checked yet";
  const { errors, warnings } = findings;
  if (errors + warnings === 0) return "No problems";
  const count = (value: number, what: string) => `${value.toLocaleString("en")} ${what}${value === 1 ? "" : "s"}`;
  return `${count(errors, "error")}, ${count(warnings, "warning")}`;
}

function Figures({ page: { use, days } }: { page: InventoryDetails }) {
  const figures = [
    { label: "Citations", value: use.citations, hint: `Answers of the last ${days} days.` },
    { label: "Answered", value: use.answered, hint: "Those that answer the question." },
    { label: "Unanswered", value: use.unanswered, hint: "The model read this page and found no answer." },
    { label: "Rated good", value: use.up, hint: "Answers that cite this page." },
    { label: "Rated bad", value: use.down, hint: "Answers that cite this page." },
  ];
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-5">
      {figures.map(({ label, value, hint }) => (
        <Card key={label} className="p-3">
          <dt className="text-muted-foreground text-xs">{label}</dt>
          <dd className="mt-0.5 font-semibold tabular-nums">{value.toLocaleString("en")}</dd>
          <dd className="mt-0.5 text-muted-foreground text-xs">{hint}</dd>
        </Card>
      ))}
    </dl>
  );
}

function Questions({ page, site }: { page: InventoryDetails; site: Site }) {
  const { questions, questionCount } = page;
  return (
    <Part
      title="Newest questions"
      count={questionCount}
      shown={questions.length}
      empty="No question reached this page."
    >
      {questions.map(({ messageId, threadId, question, category, rating, isCited, createdAt }) => (
        <li key={messageId}>
          <Link
            href={projectHref(site, `conversations/${threadId}#${messageId}`)}
            prefetch={false}
            className="-outline-offset-2 flex flex-col gap-x-4 gap-y-1 px-3 py-2 hover:bg-accent/60 sm:flex-row sm:items-center"
          >
            <span className="min-w-0 flex-1 truncate">{question}</span>
            <span className="flex flex-wrap items-center gap-2 text-xs">
              {category === "unanswered" && <Badge tone="warning">Unanswered</Badge>}
              {isCited && <Badge>Cited</Badge>}
              {rating === "up" && <Badge tone="success">Rated good</Badge>}
              {rating === "down" && <Badge tone="destructive">Rated bad</Badge>}
              <RelativeTime at={createdAt} className="ml-auto text-muted-foreground tabular-nums" />
            </span>
          </Link>
        </li>
      ))}
    </Part>
  );
}

type PartProps = { title: string; count: number; shown: number; empty: string; children: ReactNode };

/** A list under a heading, with its number when not all of it is shown. */
function Part({ title, count, shown, empty, children }: PartProps) {
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-2">
      <h2 className="font-semibold">
        {title}
        {count > shown && (
          <span className="ml-2 font-normal text-muted-foreground text-xs tabular-nums">
            {shown} of {count.toLocaleString("en")}
          </span>
        )}
      </h2>
      {shown === 0 ? (
        <Notice>{empty}</Notice>
      ) : (
        <ul className="divide-y overflow-hidden rounded-lg border">{children}</ul>
      )}
    </section>
  );
}
