"use client";

import type { WidgetSettings } from "@docsteward/contract/widget";
import { Field, Input, Textarea } from "@docsteward/ui/field";
import { FormError } from "@docsteward/ui/form-error";
import { toast } from "@docsteward/ui/toast";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { setFormErrors } from "#components/form-errors.ts";
import { useFormValues } from "#components/form-values.ts";
import { useProject } from "#components/project-context.tsx";
import { useTRPC } from "#trpc/client.tsx";
import { AdminFields, FormFooter } from "../../_components/settings-form.tsx";
import { SettingsSection } from "../../_components/settings-section.tsx";

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
          Set the support contact under General.
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
