"use client";
import type { JobLimits } from "@docsteward/contract/job-limits";
import { Field } from "@docsteward/ui/field";
import { FormError } from "@docsteward/ui/form-error";
import { Input } from "@docsteward/ui/input";
import { toast } from "@docsteward/ui/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { useTRPC } from "../../../../../../../trpc/api.ts";
import { showFormError } from "../../../../../_components/show-form-error.ts";
import { useSite } from "../../../../../_components/site-context.tsx";
import { AdminFields } from "../../_components/admin-fields.tsx";
import { SaveRow } from "../../_components/save-row.tsx";
import { SettingsSection } from "../../_components/settings-section.tsx";
import { JOB_LIMIT_FIELDS, type JobLimitName, toFigure } from "./job-limit-fields.ts";

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
  const { org, domain } = useSite();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const form = useForm<Values>({ defaultValues: toValues(own) });
  const { register, handleSubmit, formState, setError, reset } = form;
  const { errors, isDirty, dirtyFields } = formState;
  const names = JOB_LIMIT_FIELDS.map(({ name }) => name);
  const set = useMutation(
    trpc.limit.setJobs.mutationOptions({
      onSuccess: (limits) => {
        toast.success("Saved. Applies to new jobs; the monthly budget applies immediately.");
        reset(toValues(limits));
        void queryClient.invalidateQueries(trpc.limit.jobs.queryFilter({ org, domain }));
      },
      onError: (error) => showFormError<Values>(error, { fields: names, setError }),
    }),
  );
  const submit = handleSubmit((values) => {
    const changes = Object.fromEntries(
      names.filter((name) => dirtyFields[name]).map((name) => [name, toFigure(values[name])]),
    );
    set.mutate({ org, domain, owner, changes });
  });
  return (
    <SettingsSection title={title} description={description}>
      <form onSubmit={submit} noValidate aria-label={title} className="flex flex-col gap-4">
        <AdminFields className="lg:grid-cols-3">
          {JOB_LIMIT_FIELDS.map(({ name, label, unit }) => {
            const without = inherited[name]?.toLocaleString("en");
            return (
              <Field key={name} label={label} error={errors[name]?.message} hint={unit}>
                <Input
                  {...register(name, {
                    validate: (text) =>
                      text.trim() === "" || toFigure(text) !== null || "Enter a number or leave empty.",
                  })}
                  inputMode="decimal"
                  placeholder={without ?? "No limit"}
                  className="tabular-nums"
                />
              </Field>
            );
          })}
        </AdminFields>
        <FormError message={errors.root?.message} />
        <SaveRow isDirty={isDirty} isPending={set.isPending}>
          Grey values are defaults.
        </SaveRow>
      </form>
    </SettingsSection>
  );
}

function toValues(limits: JobLimits): Values {
  const entries = JOB_LIMIT_FIELDS.map(({ name }) => [name, limits[name]?.toString() ?? ""]);
  return Object.fromEntries(entries) as Values;
}
