"use client";

import type { JobLimits } from "@docsteward/contract/limits";
import { formatCost, NEARLY_USED } from "@docsteward/platform/money";
import { Field, Input } from "@docsteward/ui/field";
import { FormError } from "@docsteward/ui/form-error";
import { Meter } from "@docsteward/ui/meter";
import { toast } from "@docsteward/ui/toast";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { inferRouterOutputs } from "@trpc/server";
import { type SyntheticEvent, useState } from "react";
import { setFormErrors } from "#components/form-errors.ts";
import { useProject } from "#components/project-context.tsx";
import type { AppRouter } from "#server/trpc/root.ts";
import { useTRPC } from "#trpc/client.tsx";
import { AdminFields, FormFooter } from "../../_components/settings-form.tsx";
import { SettingsSection } from "../../_components/settings-section.tsx";

type JobLimitDetails = inferRouterOutputs<AppRouter>["limit"]["jobs"];

const WHOSE = { project: "This project", organization: "The organization" } as const;

/** What bounds a job, and the money of a month. */
export function JobLimitsView({ first }: { first: JobLimitDetails }) {
  const { org, domain } = useProject();
  const trpc = useTRPC();
  const { data: details } = useQuery(trpc.limit.jobs.queryOptions({ org, domain }, { initialData: first }));
  const { project, organization, installation, budgets } = details;
  return (
    <>
      {budgets.length > 0 && (
        <SettingsSection
          title="This month"
          description="Cost of jobs and answers since the 1st (UTC), where prices are known."
        >
          <ul className="flex flex-col gap-4">
            {budgets.map(({ of, costUsd, budgetUsd, share }) => {
              const text = `${formatCost(costUsd)} of ${formatCost(budgetUsd)}`;
              return (
                <li key={of} className="flex flex-col gap-1.5">
                  <p className="flex justify-between gap-3">
                    <span className="font-medium">{WHOSE[of]}</span>
                    <span className="tabular-nums">{text}</span>
                  </p>
                  <Meter
                    label={`${WHOSE[of]}: monthly budget`}
                    value={share}
                    max={1}
                    text={text}
                    tone={share >= 1 ? "destructive" : share >= NEARLY_USED ? "warning" : "brand"}
                  />
                </li>
              );
            })}
          </ul>
        </SettingsSection>
      )}
      <JobLimitsForm
        owner="project"
        title="Jobs of this project"
        description="Empty fields use the organization's limits. Limits here can't exceed them. Reaching the monthly budget stops running jobs and blocks new ones."
        own={project}
        inherited={{
          ...installation,
          ...withoutMonth(organization),
          maxCostUsdPerMonth: installation.projectUsdPerMonth ?? undefined,
        }}
      />
      <JobLimitsForm
        owner="organization"
        title="Jobs of the organization"
        description="Apply to every project of the organization. The monthly budget covers all projects together. Empty fields use the installation's limits. Only the operator can raise those."
        own={organization}
        inherited={{ ...installation, maxCostUsdPerMonth: installation.organizationUsdPerMonth ?? undefined }}
      />
    </>
  );
}

function withoutMonth({ maxCostUsdPerMonth: _, ...limits }: JobLimitDetails["organization"]) {
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
function JobLimitsForm({ owner, title, description, own, inherited }: Props) {
  const { org, domain } = useProject();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  // A form library would be more than the page may load.
  const [saved, setSaved] = useState(() => toValues(own));
  const [values, setValues] = useState(saved);
  const [errors, setErrors] = useState<Partial<Record<JobLimitName | "root", string>>>({});
  const changed = FIELD_NAMES.filter((name) => values[name] !== saved[name]);
  const set = useMutation(
    trpc.limit.setJobs.mutationOptions({
      onSuccess: (limits) => {
        toast.success("Saved. Applies to new jobs; the monthly budget applies immediately.");
        setSaved(toValues(limits));
        setValues(toValues(limits));
        void queryClient.invalidateQueries(trpc.limit.jobs.queryFilter({ org, domain }));
      },
      onError: (error) =>
        setFormErrors<Values>(error, {
          fields: FIELD_NAMES,
          setError: (name, { message }) => setErrors((before) => ({ ...before, [name]: message })),
        }),
    }),
  );
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const wrong = changed.filter((name) => values[name].trim() !== "" && parseLimit(values[name]) === null);
    setErrors(Object.fromEntries(wrong.map((name) => [name, "Enter a number or leave empty."])));
    const changes = Object.fromEntries(changed.map((name) => [name, parseLimit(values[name])]));
    if (wrong.length === 0) set.mutate({ org, domain, owner, changes });
  };
  return (
    <SettingsSection title={title} description={description}>
      <form onSubmit={submit} noValidate aria-label={title} className="flex flex-col gap-4">
        <AdminFields columns={3}>
          {JOB_LIMIT_FIELDS.map(({ name, label, unit }) => {
            const without = inherited[name]?.toLocaleString("en");
            return (
              <Field key={name} label={label} error={errors[name]} hint={unit}>
                <Input
                  name={name}
                  value={values[name]}
                  onChange={({ target }) => setValues({ ...values, [name]: target.value })}
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
