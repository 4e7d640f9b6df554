"use client";
import { Field, FormError, Input } from "@docsteward/ui/field";
import { toast } from "@docsteward/ui/toast";
import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { setFormErrors } from "#components/form-errors.ts";
import { useProject } from "#components/project-context.tsx";
import { useTRPC } from "#trpc/client.tsx";
import { AdminFields, FormFooter } from "../../_components/settings-form.tsx";
import { SettingsSection } from "../../_components/settings-section.tsx";

type Kept = { own: number | null; installation: number };
type Values = { eventRetentionDays: string; threadRetentionDays: string };

const FIELDS = [
  { name: "eventRetentionDays", label: "Events", hint: "Days to keep events of finished jobs and webhook deliveries." },
  { name: "threadRetentionDays", label: "Conversations", hint: "Days to keep a conversation after its last question." },
] as const;

/** How long what happened is kept: as long as the installation says, or less. */
export function RetentionForm({ events, threads }: { events: Kept; threads: Kept }) {
  const { org, domain } = useProject();
  const trpc = useTRPC();
  const longest = { eventRetentionDays: events.installation, threadRetentionDays: threads.installation };
  const toText = (days: number | null) => days?.toString() ?? "";
  const form = useForm<Values>({
    defaultValues: { eventRetentionDays: toText(events.own), threadRetentionDays: toText(threads.own) },
  });
  const { register, handleSubmit, formState, setError, reset, getValues } = form;
  const update = useMutation(
    trpc.settings.update.mutationOptions({
      onSuccess: () => {
        toast.success("Saved. Older data is deleted within an hour.");
        reset(getValues());
      },
      onError: (error) => setFormErrors<Values>(error, { fields: FIELDS.map(({ name }) => name), setError }),
    }),
  );
  const toDays = (text: string) => (text.trim() === "" ? null : Number(text));
  const submit = handleSubmit(({ eventRetentionDays, threadRetentionDays }) =>
    update.mutate({
      ...{ org, domain, eventRetentionDays: toDays(eventRetentionDays) },
      threadRetentionDays: toDays(threadRetentionDays),
    }),
  );
  return (
    <SettingsSection
      title="Retention"
      description="How long data is kept. The installation sets the maximum. Jobs, pull requests and the audit log are kept as long as the project. API key usage is kept for 62 days."
    >
      <form onSubmit={submit} noValidate aria-label="Retention" className="flex flex-col gap-4">
        <AdminFields>
          {FIELDS.map(({ name, label, hint }) => (
            <Field key={name} label={label} hint={hint} error={formState.errors[name]?.message}>
              <Input
                {...register(name, {
                  validate: (text) => /^\d*$/.test(text.trim()) || "Enter a whole number or leave empty.",
                })}
                inputMode="numeric"
                placeholder={String(longest[name])}
                className="tabular-nums"
              />
            </Field>
          ))}
        </AdminFields>
        <FormError message={formState.errors.root?.message} />
        <FormFooter isDirty={formState.isDirty} isPending={update.isPending}>
          Grey values are defaults.
        </FormFooter>
      </form>
    </SettingsSection>
  );
}
