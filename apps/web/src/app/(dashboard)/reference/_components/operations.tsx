import type { DescribedOperation, OpenApiDocument, Parameter } from "@docsteward/contract/openapi/document";
import { Badge } from "@docsteward/ui/badge";
import { CodeBlock } from "@docsteward/ui/copy";
import { Card } from "@docsteward/ui/layout";
import { ChevronRight } from "lucide-react";
import { Markdown } from "#components/markdown/markdown.tsx";
import { PageTitle, TextLink } from "#components/page-elements.tsx";
import { openApiDocument } from "#server/openapi/document.ts";
import { Reference } from "./reference.tsx";

/** What the samples read from the environment, where the page knows it: `PROJECT_ID` of a project's own reference. */
type Values = Record<string, string>;

/** The reference of the public API. @param values put into the samples in the place of variables */
export function ReferenceView({ values = {} }: { values?: Values }) {
  return (
    <div className="space-y-4">
      <PageTitle title="API reference">
        <TextLink href="/openapi.json">openapi.json</TextLink>
      </PageTitle>
      <Reference>
        <Operations document={openApiDocument()} values={values} />
      </Reference>
    </div>
  );
}

/** The operations of the public interface by what they are for; each opens to its description and a call to copy. */
export function Operations({ document, values = {} }: { document: OpenApiDocument; values?: Values }) {
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  return document.tags.map(({ name, description }) => (
    <section key={name} aria-labelledby={toId(name)} className="space-y-2">
      <h2 id={toId(name)} className="font-semibold text-[0.9375rem]">
        {name}
      </h2>
      <p className="text-muted-foreground">{description}</p>
      <Card className="divide-y">
        {all
          .filter(({ operation }) => operation.tags.includes(name))
          .map((one) => (
            <Operation key={one.operation.operationId} {...one} values={values} />
          ))}
      </Card>
    </section>
  ));
}

const toId = (tag: string) => tag.toLowerCase().replaceAll(" ", "-");

function Operation(props: { path: string; method: string; operation: DescribedOperation; values: Values }) {
  const { path, method, operation, values } = props;
  const sample = operation["x-codeSamples"][0];
  return (
    <details id={operation.operationId} className="group">
      <summary className="flex cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 hover:bg-accent">
        <ChevronRight aria-hidden className="size-3.5 text-muted-foreground group-open:rotate-90" />
        <span className="w-10 font-medium font-mono text-muted-foreground text-xs uppercase">{method}</span>
        <code className="min-w-0 break-all text-xs">{path}</code>
        <span className="text-muted-foreground sm:ml-auto">{operation.summary}</span>
        {operation.deprecated && <Badge tone="warning">deprecated</Badge>}
      </summary>
      <div className="space-y-3 px-3 pt-1 pb-4 sm:pl-9.5">
        <Markdown text={operation.description} />
        <p className="text-muted-foreground">
          Key permission: <code className="text-foreground text-xs">{operation["x-required-scope"]}</code>
        </p>
        {operation.parameters.length > 0 && <Parameters parameters={operation.parameters} />}
        {sample && <CodeBlock code={fill(sample.source, values)} label="Copy request" />}
      </div>
    </details>
  );
}

function fill(sample: string, values: Values): string {
  return Object.entries(values).reduce((text, [name, value]) => text.replaceAll(`$${name}`, () => value), sample);
}

function Parameters({ parameters }: { parameters: Parameter[] }) {
  return (
    <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[max-content_1fr]">
      {parameters.map(({ name, in: place, required, description }) => (
        <div key={`${place}-${name}`} className="contents">
          <dt className="font-mono text-xs leading-5">{name}</dt>
          <dd className="text-muted-foreground max-sm:mb-1">
            {place}
            {required ? "" : ", optional"}
            {description ? `: ${description}` : ""}
          </dd>
        </div>
      ))}
    </dl>
  );
}
