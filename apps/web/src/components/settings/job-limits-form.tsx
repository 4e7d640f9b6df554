"use client";

import type { JobLimits } from "@docsteward/contract/limits";
import { Field, Input } from "@docsteward/ui/field";
import { FormError } from "@docsteward/ui/form-error";
import { toast } from "@docsteward/ui/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  AdminFields,
  FormFooter,
} from "#app/(dashboard)/[org]/[domain]/settings/(sections)/_components/settings-form.tsx";
import { SettingsSection } from "#app/(dashboard)/[org]/[domain]/settings/(sections)/_components/settings-section.tsx";
import { setFormErrors } from "#components/form-errors.ts";
import { useFormValues } from "#components/form-values.ts";
import { useMembership } from "#components/project-context.tsx";
import { useTRPC } from "#trpc/client.tsx";

/** Limits without the month's money: a project's budget is not the organization's. */
export function withoutMonth({ maxCostUsdPerMonth: _, ...limits }: JobLimits): JobLimits {
  return limits;
}

type Values = Record<JobLimitName, string>;
type Props = {
  owner: "project" | "organization";
  title: string;
  description: string;
  own: JobLimits;
  /** What holds where a field is empty. */
  inherited: { [K in JobLimitName]?: number | undefined };
};

/** The limits that a project or an organization has for its jobs. An empty field takes what is inherited. */
export function JobLimitsForm({ owner, title, description, own, inherited }: Props) {
  const { org, domain } = useMembership();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const form = useFormValues<Values>(
    () => toValues(own),
    (values) =>
      Object.fromEntries(
        FIELD_NAMES.filter((name) => values[name].trim() !== "" && parseLimit(values[name]) === null).map((name) => [
          name,
          "Enter a number or leave empty.",
        ]),
      ),
  );
  const { errors, changed, setError } = form;
  const set = useMutation(
    trpc.limit.setJobs.mutationOptions({
      onSuccess: (limits) => {
        toast.success("Saved. Applies to new jobs; the monthly budget applies immediately.");
        form.reset(toValues(limits));
        void queryClient.invalidateQueries(trpc.limit.jobs.queryFilter({ org, domain }));
      },
      onError: (error) => setFormErrors<Values>(error, { fields: FIELD_NAMES, setError }),
    }),
  );
  const submit = form.submit((values) =>
    set.mutate({
      ...{ org, domain, owner },
      changes: Object.fromEntries(changed.map((name) => [name, parseLimit(values[name])])),
    }),
  );
  return (
    <SettingsSection title={title} description={description}>
      <form onSubmit={submit} noValidate aria-label={title} className="flex flex-col gap-4">
        <AdminFields columns={3}>
          {JOB_LIMIT_FIELDS.map(({ name, label, unit }) => {
            const without = inherited[name]?.toLocaleString("en");
            return (
              <Field key={name} label={label} error={errors[name]} hint={unit}>
                <Input
                  {...form.text(name)}
                  inputMode="decimal"
                  placeholder={without ?? "No limit"}
                  className="tabular-nums"
                />
              </Field>
            );
          })}
        </AdminFields>
        <FormError message={errors.root} />
        <FormFooter isDirty={changed.length > 0} isPending={set.isPending}>
          Grey values are defaults.
        </FormFooter>
      </form>
    </SettingsSection>
  );
}

function toValues(limits: JobLimits): Values {
  const entries = JOB_LIMIT_FIELDS.map(({ name }) => [name, limits[name]?.toString() ?? ""]);
  return Object.fromEntries(entries) as Values;
}

type JobLimitName = keyof JobLimits;

/** The limits of jobs as people set them. */
export const JOB_LIMIT_FIELDS: readonly { name: JobLimitName; label: string; unit: string }[] = [
  { name: "maxSteps", label: "Steps", unit: "Model calls per job" },
  { name: "maxTokens", label: "Tokens", unit: "Input and output tokens per job" },
  { name: "maxMinutes", label: "Minutes", unit: "Per job" },
  { name: "maxCostUsd", label: "Cost per job", unit: "US dollars, for all messages of a job" },
  { name: "maxCostUsdPerMonth", label: "Monthly budget", unit: "US dollars per calendar month (UTC)" },
];

const FIELD_NAMES = JOB_LIMIT_FIELDS.map(({ name }) => name);

/** The number that a person typed, with or without commas; null for an empty or invalid value. */
export function parseLimit(text: string): number | null {
  const plain = text.replaceAll(",", "").trim();
  return /^\d+(\.\d+)?$/.test(plain) ? Number(plain) : null;
}
