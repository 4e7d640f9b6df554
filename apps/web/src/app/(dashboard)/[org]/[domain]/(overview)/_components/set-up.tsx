"use client";

import type { Overview } from "@docsteward/services/overview";
import { Button, buttonClasses } from "@docsteward/ui/button";
import { cn } from "@docsteward/ui/cn";
import { CodeBlock } from "@docsteward/ui/copy";
import { FormError } from "@docsteward/ui/field";
import { Card } from "@docsteward/ui/layout";
import { Progress } from "@docsteward/ui/progress";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Check, ChevronDown, FolderOpen, X } from "lucide-react";
import Link from "next/link";
import { type ComponentType, type ReactNode, useState } from "react";
import { useProject } from "#components/project-context.tsx";
import { projectHref } from "#components/project-pages.ts";
import { RestrictedButton } from "#components/restricted-button.tsx";
import { useTRPC } from "#trpc/client.tsx";
import { IndexProgress } from "./figures.tsx";

type Props = Pick<Overview, "steps" | "index" | "source"> & { onHide: () => void };

/** The way from a new project to its first pull request and its first answer. It ticks itself, and never stands in the way. */
export function SetUp({ steps, index, source, onHide }: Props) {
  const next = SET_UP_STEPS.find(({ name }) => !steps[name])?.name ?? null;
  const [isFolded, setIsFolded] = useState(false);
  const [chosen, setChosen] = useState<string | null>(null);
  const done = SET_UP_STEPS.filter(({ name }) => steps[name]).length;
  const words = next === null ? "Setup complete" : `${done} of ${SET_UP_STEPS.length} steps done`;
  if (isFolded) {
    return (
      <Button shape="round" className="w-fit" onClick={() => setIsFolded(false)}>
        <Progress label="Setup" value={done} max={SET_UP_STEPS.length} className="w-16" />
        {words}
        <ChevronDown aria-label="Show steps" />
      </Button>
    );
  }
  return (
    <Card>
      <section aria-label="Set up">
        <div className="flex items-center gap-3 border-b py-2 pr-2 pl-3">
          <h2 className="font-semibold">{next === null ? words : "Set up this project"}</h2>
          <Progress label="Setup" value={done} max={SET_UP_STEPS.length} className="w-24 max-sm:hidden" />
          <span className="text-muted-foreground text-xs tabular-nums" aria-live="polite">
            {words}
          </span>
          <Button
            variant="ghost"
            size="icon"
            aria-label={next === null ? "Hide setup" : "Collapse steps"}
            className="ml-auto"
            onClick={() => (next === null ? onHide() : setIsFolded(true))}
          >
            {next === null ? <X aria-hidden /> : <ChevronDown aria-hidden className="rotate-180" />}
          </Button>
        </div>
        <ol className="divide-y">
          {SET_UP_STEPS.map(({ name, title, Body }) => {
            const isOpen = (chosen ?? next) === name;
            return (
              <li key={name}>
                <button
                  type="button"
                  aria-expanded={isOpen}
                  onClick={() => setChosen(isOpen ? "" : name)}
                  className="-outline-offset-2 flex w-full cursor-pointer items-center gap-2.5 px-3 py-2 text-left hover:bg-accent/60"
                >
                  <Tick isDone={steps[name]} />
                  <span className={cn("font-medium", steps[name] && "text-muted-foreground")}>{title}</span>
                  <ChevronDown
                    aria-hidden
                    className={cn("ml-auto size-3.5 text-muted-foreground", isOpen && "rotate-180")}
                  />
                </button>
                {isOpen && (
                  <div className="flex flex-col items-start gap-2.5 pr-3 pb-3 pl-9.5 text-muted-foreground">
                    <Body index={index} source={source} />
                  </div>
                )}
              </li>
            );
          })}
        </ol>
      </section>
    </Card>
  );
}

function Tick({ isDone }: { isDone: boolean }) {
  return (
    <span
      className={cn(
        "grid size-4 shrink-0 place-items-center rounded-full border transition-colors",
        isDone ? "border-success bg-success text-background" : "border-input",
      )}
    >
      {isDone && <Check aria-hidden strokeWidth={3} className="size-2.5" />}
      <span className="sr-only">{isDone ? "Done:" : "To do:"}</span>
    </span>
  );
}

type BodyProps = Pick<Overview, "index" | "source">;

/** The steps in their order, each with what it is for and how it is done. */
const SET_UP_STEPS: {
  name: keyof Overview["steps"];
  title: string;
  Body: ComponentType<BodyProps>;
}[] = [
  { name: "repository", title: "Connect a repository", Body: RepositoryStep },
  { name: "index", title: "Index the pages", Body: IndexStep },
  { name: "model", title: "Connect a model", Body: ModelStep },
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
      {index.answers?.pages === 0 && index.progress === null && <EmptyFolder />}
      <PartLink path="settings/index">Open index settings</PartLink>
    </>
  );
}

function ModelStep() {
  return (
    <>
      <p>
        Without a language model, jobs follow only exact instructions and answers quote the pages. Enter a provider and
        its key, and test it with one small call before you save.
      </p>
      <PartLink path="settings/models?connect=true">Connect a model</PartLink>
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
  const { baseUrl, projectId } = useProject();
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
    <Link href={projectHref(useProject(), path)} className={buttonClasses({ size: "sm" })}>
      {children}
    </Link>
  );
}

/** Says that the project's folder holds no pages, and offers the folders of the repository that do. */
function EmptyFolder() {
  const { org, domain } = useProject();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { data, error } = useQuery(trpc.siteIndex.folders.queryOptions({ org, domain }, { staleTime: 30_000 }));
  const choose = useMutation(
    trpc.settings.update.mutationOptions({
      onSuccess: () => {
        void queryClient.invalidateQueries({ queryKey: trpc.overview.pathKey() });
        void queryClient.invalidateQueries({ queryKey: trpc.siteIndex.pathKey() });
      },
    }),
  );
  const fault = error ?? choose.error;
  if (data === undefined) return fault && <FormError message={fault.message} />;
  const place = data.docsPath === "" ? "This repository" : `The folder ${data.docsPath}`;
  return (
    <div className="flex flex-col items-start gap-2 text-foreground">
      <p>
        {place} has no Markdown pages.{" "}
        {data.folders.length > 0
          ? "Choose the folder that holds the documentation:"
          : "Add .md or .mdx files to the branch. The index updates automatically."}
      </p>
      {data.folders.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {data.folders.map(({ path, pages }) => (
            <li key={path}>
              <RestrictedButton
                size="sm"
                disabled={choose.isPending || choose.isSuccess}
                onClick={() => choose.mutate({ org, domain, docsPath: path })}
              >
                <FolderOpen aria-hidden />
                <code className="font-mono text-xs">{path}</code>
                <span className="text-muted-foreground">{pages === 1 ? "1 page" : `${pages} pages`}</span>
              </RestrictedButton>
            </li>
          ))}
        </ul>
      )}
      <FormError message={fault?.message} />
    </div>
  );
}
