"use client";

import { Field, Input } from "@docsteward/ui/field";
import { FormError } from "@docsteward/ui/form-error";
import { toast } from "@docsteward/ui/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { CircleCheck, CircleX } from "lucide-react";
import { useRouter } from "next/navigation";
import { setFormErrors } from "#components/form-errors.ts";
import { useFormValues } from "#components/form-values.ts";
import { useProject } from "#components/project-context.tsx";
import { RestrictedButton } from "#components/restricted-button.tsx";
import { useTRPC } from "#trpc/client.tsx";
import { AdminFields, Copyable, FormFooter } from "./settings-form.tsx";
import { DescriptionList, SettingsSection } from "./settings-section.tsx";

type ProjectValues = {
  name: string;
  siteUrl: string;
  baseRef: string;
  docsPath: string;
  supportContact: string;
  hasSuggestions: boolean;
};
const PROJECT_FIELDS = ["name", "siteUrl", "baseRef", "docsPath", "supportContact"] as const;

type Saved = Omit<ProjectValues, "siteUrl" | "supportContact"> & {
  siteUrl: string | null;
  supportContact: string | null;
};

const toValues = ({ siteUrl, supportContact, ...saved }: Saved): ProjectValues => ({
  ...saved,
  siteUrl: siteUrl ?? "",
  supportContact: (supportContact ?? "").replace(/^mailto:/, ""),
});

/** What can be changed about the project. */
export function ProjectForm({ first }: { first: Saved }) {
  const { org, domain } = useProject();
  const trpc = useTRPC();
  const router = useRouter();
  const queryClient = useQueryClient();
  const { name, baseRef, docsPath, siteUrl, supportContact, hasSuggestions } = first;
  const { values, text, errors, changed, set, setError, reset, submit } = useFormValues<ProjectValues>(
    () => toValues({ name, baseRef, docsPath, siteUrl, supportContact, hasSuggestions }),
    (typed) => ({
      ...(typed.name.trim() === "" && { name: "Enter a name." }),
      ...(typed.baseRef.trim() === "" && { baseRef: "Enter the branch that jobs start from." }),
    }),
  );
  const isMoving = changed.includes("baseRef") || changed.includes("docsPath");
  const update = useMutation(
    trpc.settings.update.mutationOptions({
      onSuccess: (saved) => {
        toast.success(isMoving ? "Saved. Reindexing the pages." : "Saved.");
        reset(toValues(saved));
        void queryClient.invalidateQueries({ queryKey: trpc.project.list.queryKey() });
        router.refresh();
      },
      // The branch is looked for in the repository: what is wrong there is wrong with the branch here.
      onError: (error) => setFormErrors<ProjectValues>(error, { fields: PROJECT_FIELDS, setError }),
    }),
  );
  const send = submit(({ hasSuggestions, ...typed }) =>
    update.mutate({
      ...{ org, domain, hasSuggestions },
      ...{ name: typed.name.trim(), baseRef: typed.baseRef.trim(), docsPath: typed.docsPath.trim() },
      siteUrl: typed.siteUrl.trim() || null,
      supportContact: typed.supportContact.trim() || null,
    }),
  );
  return (
    <SettingsSection title="Project" description="The pages that the agent edits and the assistant uses for answers.">
      <form onSubmit={send} noValidate className="flex flex-col gap-4">
        <AdminFields>
          <Field label="Name" error={errors.name} hint="The product name that the assistant uses.">
            <Input {...text("name")} autoComplete="off" />
          </Field>
          <Field
            label="Site URL"
            isOptional
            error={errors.siteUrl}
            hint="Where readers find the pages. If empty, the assistant links to paths."
          >
            <Input {...text("siteUrl")} type="url" inputMode="url" placeholder="https://docs.example.com" />
          </Field>
          <Field
            label="Base branch"
            error={errors.baseRef}
            hint="Jobs start from this branch and open pull requests against it."
          >
            <Input {...text("baseRef")} spellCheck={false} className="font-mono text-xs" />
          </Field>
          <Field
            label="Docs folder"
            isOptional
            error={errors.docsPath}
            hint="The folder with the pages. Leave empty to use the whole repository."
          >
            <Input {...text("docsPath")} spellCheck={false} placeholder="docs" className="font-mono text-xs" />
          </Field>
          <Field
            label="Support contact"
            isOptional
            error={errors.supportContact}
            hint="URL or email address. Shown when the pages do not answer a question."
          >
            <Input {...text("supportContact")} placeholder="https://example.com/support" autoComplete="off" />
          </Field>
          <label className="flex items-center gap-2 self-end">
            <input
              type="checkbox"
              checked={values.hasSuggestions}
              onChange={({ target }) => set("hasSuggestions", target.checked)}
              className="size-4 accent-primary"
            />
            Suggest follow-up questions
          </label>
        </AdminFields>
        <FormError message={errors.root} />
        <FormFooter isDirty={changed.length > 0} isPending={update.isPending}>
          {isMoving
            ? "Saving checks the branch and reindexes the pages. Running jobs keep their branch."
            : "Applies to new jobs and questions."}
        </FormFooter>
      </form>
    </SettingsSection>
  );
}

const HOSTS: Record<string, string> = { local: "Local (service machine)", github: "GitHub" };

/** Where the pages lie, and whether jobs can work there. */
export function RepositorySection(props: { host: string; repository: string; baseRef: string }) {
  const { org, domain } = useProject();
  const trpc = useTRPC();
  const check = useMutation(trpc.settings.checkRepository.mutationOptions());
  return (
    <SettingsSection
      title="Repository"
      description="Jobs open pull requests in this repository."
      actions={
        <RestrictedButton size="sm" disabled={check.isPending} onClick={() => check.mutate({ org, domain })}>
          {check.isPending ? "Checking…" : "Check repository"}
        </RestrictedButton>
      }
    >
      <div className="flex flex-col">
        <DescriptionList
          facts={[
            { label: "Host", value: HOSTS[props.host] ?? props.host },
            {
              label: "URL",
              value: <Copyable value={props.repository} label="Copy repository URL" />,
            },
          ]}
        />
        <div role="status" className="not-empty:mt-3">
          {check.isSuccess && (
            <p className="flex items-center gap-1.5 text-success">
              <CircleCheck aria-hidden className="size-4 shrink-0" />
              The repository is reachable, has commits and has the branch {check.data.baseRef}.
            </p>
          )}
          {check.isError && (
            <p className="flex items-start gap-1.5 text-destructive">
              <CircleX aria-hidden className="mt-0.5 size-4 shrink-0" />
              <span className="min-w-0 break-words">{check.error.message}</span>
            </p>
          )}
        </div>
      </div>
    </SettingsSection>
  );
}

type Kept = { own: number | null; installation: number };
type RetentionValues = { eventRetentionDays: string; threadRetentionDays: string };

const RETENTION_FIELDS = [
  { name: "eventRetentionDays", label: "Events", hint: "Days to keep events of finished jobs and webhook deliveries." },
  { name: "threadRetentionDays", label: "Conversations", hint: "Days to keep a conversation after its last question." },
] as const;

/** How long what happened is kept: as long as the installation says, or less. */
export function RetentionForm({ events, threads }: { events: Kept; threads: Kept }) {
  const { org, domain } = useProject();
  const trpc = useTRPC();
  const longest = { eventRetentionDays: events.installation, threadRetentionDays: threads.installation };
  const toText = (days: number | null) => days?.toString() ?? "";
  const { values, text, errors, changed, setError, reset, submit } = useFormValues<RetentionValues>(
    () => ({ eventRetentionDays: toText(events.own), threadRetentionDays: toText(threads.own) }),
    (typed) =>
      Object.fromEntries(
        RETENTION_FIELDS.filter(({ name }) => !/^\d*$/.test(typed[name].trim())).map(({ name }) => [
          name,
          "Enter a whole number or leave empty.",
        ]),
      ),
  );
  const update = useMutation(
    trpc.settings.update.mutationOptions({
      onSuccess: () => {
        toast.success("Saved. Older data is deleted within an hour.");
        reset(values);
      },
      onError: (error) =>
        setFormErrors<RetentionValues>(error, { fields: RETENTION_FIELDS.map(({ name }) => name), setError }),
    }),
  );
  const toDays = (text: string) => (text.trim() === "" ? null : Number(text));
  const send = submit(({ eventRetentionDays, threadRetentionDays }) =>
    update.mutate({
      ...{ org, domain, eventRetentionDays: toDays(eventRetentionDays) },
      threadRetentionDays: toDays(threadRetentionDays),
    }),
  );
  return (
    <SettingsSection
      title="Retention"
      description="How long data is kept. The installation sets the maximum. Jobs, pull requests and the audit log are kept as long as the project, unless the operator set a shorter time. API key usage is kept for 62 days."
    >
      <form onSubmit={send} noValidate aria-label="Retention" className="flex flex-col gap-4">
        <AdminFields>
          {RETENTION_FIELDS.map(({ name, label, hint }) => (
            <Field key={name} label={label} hint={hint} error={errors[name]}>
              <Input {...text(name)} inputMode="numeric" placeholder={String(longest[name])} className="tabular-nums" />
            </Field>
          ))}
        </AdminFields>
        <FormError message={errors.root} />
        <FormFooter isDirty={changed.length > 0} isPending={update.isPending}>
          Grey values are defaults.
        </FormFooter>
      </form>
    </SettingsSection>
  );
}
