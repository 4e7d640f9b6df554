"use client";
import type { WidgetSettings } from "@docsteward/contract/widget";
import { Field, FormError, Input, Textarea } from "@docsteward/ui/field";
import { toast } from "@docsteward/ui/toast";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useForm } from "react-hook-form";
import { setFormErrors } from "#components/form-errors.ts";
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
  const form = useForm<Values>({ values: toValues(first) });
  const { register, handleSubmit, formState, setError, reset } = form;
  const { errors, isDirty } = formState;
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
  const submit = handleSubmit(({ title, greeting, starters }) =>
    update.mutate({
      ...{ org, domain, title: orNull(title), greeting: orNull(greeting) },
      starters: parseStarters(starters),
    }),
  );
  return (
    <SettingsSection title="Text" description="What readers see in the widget before they ask.">
      <form onSubmit={submit} noValidate aria-label="Text" className="flex flex-col gap-4">
        <AdminFields>
          <Field label="Title" isOptional error={errors.title?.message} hint="If empty: Ask the documentation.">
            <Input {...register("title")} autoComplete="off" />
          </Field>
          <Field label="Greeting" isOptional error={errors.greeting?.message} hint="One or two sentences.">
            <Textarea {...register("greeting")} rows={3} />
          </Field>
          <Field
            label="Example questions"
            isOptional
            error={errors.starters?.message}
            hint="One per line. Begin a line with a path, such as /guides, to offer the question below that path only."
          >
            <Textarea {...register("starters")} rows={3} placeholder="/guides How do I rotate a key?" />
          </Field>
        </AdminFields>
        <FormError message={errors.root?.message} />
        <FormFooter isDirty={isDirty} isPending={update.isPending}>
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
