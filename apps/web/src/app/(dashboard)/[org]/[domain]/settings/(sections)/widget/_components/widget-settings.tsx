"use client";

import type { WidgetSettings } from "@docsteward/contract/widget";
import { Button } from "@docsteward/ui/button";
import { CodeBlock } from "@docsteward/ui/copy";
import { Field, Input, Textarea } from "@docsteward/ui/field";
import { FormError } from "@docsteward/ui/form-error";
import { toast } from "@docsteward/ui/toast";
import { useMutation } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { setFormErrors } from "#components/form-errors.ts";
import { useFormValues } from "#components/form-values.ts";
import { useProject } from "#components/project-context.tsx";
import { projectHref } from "#components/project-pages.ts";
import { useTRPC } from "#trpc/client.tsx";
import { AdminFields, FormFooter } from "../../_components/settings-form.tsx";
import { SettingsSection } from "../../_components/settings-section.tsx";

/** How each generator of sites takes the script tag. */
export function WidgetSnippets() {
  const site = useProject();
  return (
    <SettingsSection
      title="Put it on your website"
      description={
        <>
          Replace <code className="font-mono text-xs">svc_dsc_…</code> with an assistant key that lists your website
          under{" "}
          <Link href={`${projectHref(site, "settings")}/origins`} className="text-brand underline underline-offset-2">
            Allowed websites
          </Link>
          . Everyone who opens the website can read the key.
        </>
      }
    >
      <div className="flex flex-col gap-2">
        {SNIPPETS.map(({ name, file, write }, index) => (
          <details key={name} name="generator" open={index === 0}>
            <summary className="cursor-pointer font-medium">{name}</summary>
            <p className="my-1.5 text-muted-foreground text-xs">{file}</p>
            <CodeBlock code={write(site.baseUrl)} />
          </details>
        ))}
      </div>
    </SettingsSection>
  );
}

/** Where the script tag belongs in one generator's site. */
type Snippet = {
  name: string;
  /** The file to change. */
  file: string;
  /** @param host where this service is reached */
  write(host: string): string;
};

const KEY = "svc_dsc_…";

const tag = (host: string) => `<script src="${host}/widget.js" data-key="${KEY}" async></script>`;

/** The script tag for each generator whose sites the assistant reads. */
const SNIPPETS: readonly Snippet[] = [
  { name: "HTML", file: "Every page, before </body>", write: tag },
  {
    name: "Docusaurus",
    file: "docusaurus.config.js",
    write: (host) => `scripts: [
  { src: "${host}/widget.js", "data-key": "${KEY}", async: true },
],`,
  },
  {
    name: "VitePress",
    file: ".vitepress/config.ts",
    write: (host) => `head: [
  ["script", { src: "${host}/widget.js", "data-key": "${KEY}", async: "" }],
],`,
  },
  {
    name: "Nextra",
    file: "app/layout.tsx, inside <body>",
    write: (host) => `<script src="${host}/widget.js" data-key="${KEY}" async />`,
  },
  {
    name: "MkDocs",
    file: "overrides/main.html, with custom_dir: overrides in mkdocs.yml",
    write: (host) => `{% extends "base.html" %}
{% block scripts %}
  {{ super() }}
  ${tag(host)}
{% endblock %}`,
  },
  {
    name: "Starlight",
    file: "astro.config.mjs, in starlight({ … })",
    write: (host) => `head: [
  {
    tag: "script",
    attrs: { src: "${host}/widget.js", "data-key": "${KEY}", async: true },
  },
],`,
  },
  {
    name: "Mintlify",
    file: "docsteward.js, beside docs.json",
    write: (host) => `const script = document.createElement("script");
script.src = "${host}/widget.js";
script.dataset.key = "${KEY}";
document.head.append(script);`,
  },
];

type Values = { title: string; greeting: string; starters: string };
const FIELDS = ["title", "greeting", "starters"] as const;

/** What the widget says and offers. */
export function WidgetForm({ first }: { first: WidgetSettings }) {
  const { org, domain } = useProject();
  const trpc = useTRPC();
  const router = useRouter();
  const { text, errors, changed, setError, reset, submit } = useFormValues<Values>(() => toValues(first));
  const update = useMutation(
    trpc.widget.update.mutationOptions({
      onSuccess: (saved) => {
        toast.success("Saved. Readers see it when they next open the widget.");
        reset(toValues(saved));
        router.refresh();
      },
      onError: (error) => setFormErrors<Values>(error, { fields: FIELDS, setError }),
    }),
  );
  const orNull = (text: string) => text.trim() || null;
  const send = submit(({ title, greeting, starters }) =>
    update.mutate({
      ...{ org, domain, title: orNull(title), greeting: orNull(greeting) },
      starters: parseStarters(starters),
    }),
  );
  return (
    <SettingsSection title="Text" description="What readers see in the widget before they ask.">
      <form onSubmit={send} noValidate aria-label="Text" className="flex flex-col gap-4">
        <AdminFields>
          <Field label="Title" isOptional error={errors.title} hint="If empty: Ask the documentation.">
            <Input {...text("title")} autoComplete="off" />
          </Field>
          <Field label="Greeting" isOptional error={errors.greeting} hint="One or two sentences.">
            <Textarea {...text("greeting")} rows={3} />
          </Field>
          <Field
            label="Example questions"
            isOptional
            error={errors.starters}
            hint="One per line. Begin a line with a path, such as /guides, to offer the question below that path only."
          >
            <Textarea {...text("starters")} rows={3} placeholder="/guides How do I rotate a key?" />
          </Field>
        </AdminFields>
        <FormError message={errors.root} />
        <FormFooter isDirty={changed.length > 0} isPending={update.isPending}>
          Color, side and language are attributes of the script tag. Set the support contact under General.
        </FormFooter>
      </form>
    </SettingsSection>
  );
}

function toValues({ title, greeting, starters }: WidgetSettings): Values {
  return {
    title: title ?? "",
    greeting: greeting ?? "",
    starters: formatStarters(starters),
  };
}

type Starters = WidgetSettings["starters"];

/** Reads example questions, one per line: `/guides How do I …?` is offered below `/guides`, a line without a path everywhere. */
export function parseStarters(text: string): Starters {
  return text.split("\n").flatMap((line) => {
    const words = line.trim().split(" ");
    const [first = ""] = words;
    const path = first.startsWith("/") ? first : null;
    const question = (path === null ? words : words.slice(1)).join(" ").trim();
    return question === "" ? [] : [{ question, path }];
  });
}

/** Writes example questions as {@link parseStarters} reads them. */
export function formatStarters(starters: Starters): string {
  return starters.map(({ question, path }) => (path === null ? question : `${path} ${question}`)).join("\n");
}

const WidgetWindow = dynamic(() => import("./widget-window.tsx").then((module) => module.WidgetWindow), { ssr: false });

/** The widget itself, as it was saved. */
export function WidgetPreview() {
  const { baseUrl } = useProject();
  const [isShown, setShown] = useState(false);
  return (
    <SettingsSection
      title="Preview"
      description={`The saved widget, served from ${baseUrl}. Questions here count towards the limits.`}
      actions={
        <Button size="sm" onClick={() => setShown(!isShown)}>
          {isShown ? "Close preview" : "Open preview"}
        </Button>
      }
    >
      {isShown ? (
        <WidgetWindow />
      ) : (
        <p className="text-muted-foreground">Open the preview to try the widget with your pages.</p>
      )}
    </SettingsSection>
  );
}
