"use client";

import { Button } from "@docsteward/ui/button";
import { Checkbox } from "@docsteward/ui/checkbox";
import { Field, Input, Textarea } from "@docsteward/ui/field";
import { FormError } from "@docsteward/ui/form-error";
import { ScrollX } from "@docsteward/ui/layout";
import { RadioGroup } from "@docsteward/ui/radio-group";
import { Select } from "@docsteward/ui/select";
import { toast } from "@docsteward/ui/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import {
  AdminFields,
  FormFooter,
} from "#app/(dashboard)/[org]/[domain]/settings/(sections)/_components/settings-form.tsx";
import { SettingsSection } from "#app/(dashboard)/[org]/[domain]/settings/(sections)/_components/settings-section.tsx";
import { useFormValues } from "#components/form-values.ts";
import { LinesField } from "#components/lines-field.tsx";
import { useProject } from "#components/project-context.tsx";
import { useTRPC } from "#trpc/client.tsx";
import type { Automation, AutomationChoices } from "#trpc/types.ts";
import { type AutomationForm, type AutomationValues, fieldOf, toDefinition, toValues } from "./automation-values.ts";
import { TimeZoneField, TriggerFields } from "./trigger-fields.tsx";

type Props = {
  /** Null for a new one. */
  automation: Automation | null;
  choices: AutomationChoices;
};

/** Makes or changes an automation, with the lines that its file would have beside the form. */
export function AutomationFormPage({ automation, choices }: Props) {
  const form = useFormValues<AutomationValues>(() => toValues(automation?.definition ?? null));
  const [place, setPlace] = useState<"file" | "api">(automation?.origin ?? (choices.hasFile ? "file" : "api"));
  const preview = usePreview(form.values);
  const save = useSave({ automation, place, form });
  const { errors, text, values, set } = form;
  const isFile = place === "file";
  return (
    <form
      aria-label="Automation"
      noValidate
      onSubmit={form.submit((values) => save.mutate(values))}
      className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]"
    >
      <div className="flex min-w-0 flex-col gap-4">
        <SettingsSection title="Runs for" description="One trigger or several.">
          <AdminFields columns={1}>
            <TriggerFields form={form} choices={choices} times={preview?.times ?? []} />
          </AdminFields>
        </SettingsSection>
        <SettingsSection title="Job" description="What the agent does, and what its pull requests look like.">
          <AdminFields columns={1}>
            <Field label="Name" error={errors.name} hint="Lowercase letters, digits and hyphens.">
              <Input {...text("name")} spellCheck={false} autoComplete="off" placeholder="follow-app" />
            </Field>
            <PromptField form={form} />
            <div className="grid gap-4 sm:grid-cols-2">
              <Field label="Model" isOptional error={errors.model}>
                <Select
                  choices={[
                    { value: "", label: "Default" },
                    ...[...new Set([...choices.models, ...(values.model === "" ? [] : [values.model])])].map(
                      (name) => ({
                        value: name,
                        label: name,
                      }),
                    ),
                  ]}
                  value={values.model}
                  onChange={(model) => set("model", model)}
                  isWide
                />
              </Field>
              <LinesField label="Labels" error={errors.labels} hint="One a line." {...text("labels")} />
              <LinesField
                label="Reviewers"
                error={errors.reviewers}
                hint="Logins at GitHub, one a line."
                {...text("reviewers")}
              />
            </div>
            <Checkbox name="asksAuthor" checked={values.asksAuthor} onCheckedChange={(isOn) => set("asksAuthor", isOn)}>
              Ask the author of the code for a review
            </Checkbox>
            <Checkbox name="draft" checked={values.draft} onCheckedChange={(isOn) => set("draft", isOn)}>
              Open pull requests as drafts
            </Checkbox>
          </AdminFields>
        </SettingsSection>
        <SettingsSection title="Limits" description="Runs beyond a limit do nothing and say so.">
          <AdminFields columns={1}>
            <div className="grid gap-4 sm:grid-cols-2">
              <Field label="Jobs in 24 hours" error={errors.jobsPerDay}>
                <Input {...text("jobsPerDay")} inputMode="numeric" placeholder="10" className="tabular-nums" />
              </Field>
              <Field label="US dollars per month" error={errors.usdPerMonth}>
                <Input {...text("usdPerMonth")} inputMode="decimal" placeholder="No limit" className="tabular-nums" />
              </Field>
            </div>
            <Checkbox
              name="quiet"
              checked={values.quiet}
              onCheckedChange={(isOn) => set("quiet", isOn)}
              hint="Runs wait until these hours are over. Runs that a person starts don't wait."
            >
              Quiet hours
            </Checkbox>
            {values.quiet && (
              <div className="ml-6 grid gap-4 sm:grid-cols-3">
                <Field label="From" error={errors.quietFrom}>
                  <Input {...text("quietFrom")} type="time" />
                </Field>
                <Field label="To" error={errors.quietTo}>
                  <Input {...text("quietTo")} type="time" />
                </Field>
                <TimeZoneField label="Time zone of the quiet hours" name="quietZone" form={form} />
              </div>
            )}
          </AdminFields>
        </SettingsSection>
      </div>
      <div className="flex min-w-0 flex-col gap-4 lg:sticky lg:top-4">
        <SettingsSection title="Save">
          <div className="flex flex-col gap-4">
            {automation === null ? (
              <AdminFields columns={1}>
                <RadioGroup label="Where it is stored" choices={PLACES} value={place} onChange={setPlace} />
              </AdminFields>
            ) : (
              <p className="text-muted-foreground">{PLACES.find(({ value }) => value === place)?.hint}</p>
            )}
            <FormError message={errors.root} />
            <FormFooter isDirty={form.changed.length > 0 && !save.data} isPending={save.isPending}>
              {isFile ? "Opens a pull request." : "Applies immediately."}
            </FormFooter>
          </div>
        </SettingsSection>
        <SettingsSection title="In the file" description="The lines of .docsteward/automations.yml.">
          <div aria-live="polite" className="min-w-0">
            {preview === null || preview.yaml === null ? (
              <p className="text-muted-foreground">
                {preview === null ? "Loading…" : (preview.problems[0]?.message ?? "Fill in the form.")}
              </p>
            ) : (
              <ScrollX as="pre" aria-label="YAML" className="font-mono text-xs">
                {preview.yaml}
              </ScrollX>
            )}
          </div>
        </SettingsSection>
      </div>
    </form>
  );
}

const PLACES = [
  {
    value: "file",
    label: "In the repository",
    hint: "A pull request changes .docsteward/automations.yml. It counts when it is merged.",
  },
  { value: "api", label: "In Docsteward", hint: "Applies immediately. Change it here or by the API." },
] as const;

const VARIABLES = ["automation", "trigger", "date", "source", "base", "head"];

/** The prompt; a click puts a variable where the cursor is. */
function PromptField({ form: { text, errors, values, set } }: { form: AutomationForm }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const insert = (name: string) => {
    const { selectionStart: from, selectionEnd: to } = field.current ?? { selectionStart: 0, selectionEnd: 0 };
    const variable = `{{${name}}}`;
    set("prompt", values.prompt.slice(0, from) + variable + values.prompt.slice(to));
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(from + variable.length, from + variable.length);
    });
  };
  return (
    <div className="flex flex-col gap-2">
      <Field label="Prompt" error={errors.prompt}>
        <Textarea
          {...text("prompt")}
          ref={field}
          height="tall"
          placeholder="Update the pages that this change makes false."
        />
      </Field>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has borders and a legend of its own. */}
      <div role="group" aria-label="Insert a variable" className="flex flex-wrap gap-1.5">
        {VARIABLES.map((name) => (
          <Button key={name} size="id" variant="quiet" onClick={() => insert(name)} aria-label={`Insert ${name}`}>
            {`{{${name}}}`}
          </Button>
        ))}
      </div>
    </div>
  );
}

const PAUSE_MS = 300;
type Preview = { problems: { path: string; message: string }[]; yaml: string | null; times: string[] };

/** What the server makes of the form, a moment after the last key. */
function usePreview(values: AutomationValues): Preview | null {
  const { org, domain } = useProject();
  const trpc = useTRPC();
  const [preview, setPreview] = useState<Preview | null>(null);
  const { mutate } = useMutation(trpc.automation.preview.mutationOptions());
  const definition = JSON.stringify(toDefinition(values));
  useEffect(() => {
    let isLatest = true;
    const timer = setTimeout(() => {
      const input = { org, domain, definition: JSON.parse(definition) as Record<string, unknown> };
      mutate(input, { onSuccess: (next) => isLatest && setPreview(next) });
    }, PAUSE_MS);
    return () => {
      isLatest = false;
      clearTimeout(timer);
    };
  }, [org, domain, definition, mutate]);
  return preview;
}

type SaveInput = Pick<Props, "automation"> & { place: "file" | "api"; form: AutomationForm };

/** Sends the definition to where the automation is stored, if the schema takes it; else says at the fields what is wrong. */
function useSave({ automation, place, form }: SaveInput) {
  const { org, domain } = useProject();
  const trpc = useTRPC();
  const router = useRouter();
  const queryClient = useQueryClient();
  const preview = useMutation(trpc.automation.preview.mutationOptions());
  const create = useMutation(trpc.automation.create.mutationOptions());
  const change = useMutation(trpc.automation.change.mutationOptions());
  const propose = useMutation(trpc.automation.proposeFile.mutationOptions());
  const site = { org, domain };
  const send = async (values: AutomationValues) => {
    const definition = toDefinition(values);
    const { problems } = await preview.mutateAsync({ ...site, definition });
    for (const { path, message } of problems) form.setError(fieldOf(path), { message });
    if (problems.length > 0) return null;
    // The server has just read it with the schema that these take.
    const checked = definition as Parameters<typeof create.mutateAsync>[0]["definition"];
    if (place === "file") {
      await propose.mutateAsync({ ...site, name: automation?.definition.name ?? null, definition: checked });
      return { message: "The pull request is being written.", path: "" };
    }
    const { definition: stored, hasWebhookSecret } = await (automation === null
      ? create.mutateAsync({ ...site, definition: checked })
      : change.mutateAsync({ ...site, automationId: automation.id, definition: checked }));
    const needsSecret = stored.on.webhook === true && !hasWebhookSecret;
    return { message: "Saved.", path: needsSecret ? `/${stored.name}` : "" };
  };
  return useMutation({
    mutationFn: send,
    onSuccess: (done) => {
      if (done === null) return;
      toast.success(done.message);
      form.reset(form.values);
      void queryClient.invalidateQueries(trpc.automation.pathFilter());
      router.push(`/${org}/${domain}/automations${done.path}`);
      router.refresh();
    },
    onError: ({ message }) => form.setError("root", { message }),
  });
}
