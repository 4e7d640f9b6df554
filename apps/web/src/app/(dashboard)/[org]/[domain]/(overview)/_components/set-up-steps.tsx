"use client";
import type { Overview } from "@docsteward/services/overview/get";
import { buttonClasses } from "@docsteward/ui/button";
import { CodeBlock } from "@docsteward/ui/code-block";
import Link from "next/link";
import type { ComponentType, ReactNode } from "react";
import { useSite } from "../../../../_components/site-context.tsx";
import { partHref } from "../../../../_components/site-parts.ts";
import { IndexProgress } from "./index-progress.tsx";

type BodyProps = Pick<Overview, "index" | "source">;

/** The five steps in their order, each with what it is for and how it is done. */
export const SET_UP_STEPS: {
  name: keyof Overview["steps"];
  title: string;
  Body: ComponentType<BodyProps>;
}[] = [
  { name: "repository", title: "Connect a repository", Body: RepositoryStep },
  { name: "index", title: "Index the pages", Body: IndexStep },
  { name: "adminKey", title: "Create an admin key", Body: KeyStep },
  { name: "job", title: "Run the first job", Body: JobStep },
  { name: "question", title: "Ask the first question", Body: QuestionStep },
];

function RepositoryStep({ source }: BodyProps) {
  return (
    <p>
      Pages come from <code className="break-all font-mono text-foreground text-xs">{source.repository}</code> at{" "}
      <code className="font-mono text-foreground text-xs">{source.ref}</code>. Jobs start from this branch and open pull
      requests against it.
    </p>
  );
}

function IndexStep({ index }: BodyProps) {
  return (
    <>
      <p>The assistant answers from an index of the pages. The index updates automatically when the branch changes.</p>
      <IndexProgress index={index} />
      <PartLink path="settings/index">Open index settings</PartLink>
    </>
  );
}

function KeyStep() {
  return (
    <>
      <p>An admin key lets scripts and CI start jobs. Keep it secret and use it only on servers. It is shown once.</p>
      <PartLink path="keys?new=admin">Create key</PartLink>
    </>
  );
}

function JobStep() {
  const { baseUrl, projectId } = useSite();
  const code = [
    `curl -X POST ${baseUrl}/v2/agent/${projectId}/job \\`,
    `  -H "Authorization: Bearer $ADMIN_API_KEY" \\`,
    `  -H "Content-Type: application/json" \\`,
    `  -d '{"prompt":"Fix the typo \\"recieve\\"."}'`,
  ].join("\n");
  return (
    <>
      <p>A job turns an instruction into a pull request. Start one here, or with the admin key:</p>
      <div className="w-full text-foreground">
        <CodeBlock code={code} label="Copy command" />
      </div>
      <PartLink path="jobs?new=true">Start a job</PartLink>
    </>
  );
}

function QuestionStep() {
  return (
    <>
      <p>The assistant answers readers' questions from these pages and cites its sources. Try it first.</p>
      <PartLink path="assistant">Ask a question</PartLink>
    </>
  );
}

function PartLink({ path, children }: { path: string; children: ReactNode }) {
  return (
    <Link href={partHref(useSite(), path)} className={buttonClasses({ size: "sm" })}>
      {children}
    </Link>
  );
}
