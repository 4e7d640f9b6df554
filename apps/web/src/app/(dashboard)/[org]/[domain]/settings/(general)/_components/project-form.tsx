"use client";
import { Field, FormError, Input } from "@docsteward/ui/field";
import { toast } from "@docsteward/ui/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useForm } from "react-hook-form";
import { setFormErrors } from "#components/form-errors.ts";
import { useProject } from "#components/project-context.tsx";
import { useTRPC } from "#trpc/client.tsx";
import { AdminFields, FormFooter } from "../../_components/settings-form.tsx";
import { SettingsSection } from "../../_components/settings-section.tsx";

type Values = {
  name: string;
  siteUrl: string;
  baseRef: string;
  docsPath: string;
  supportContact: string;
  hasSuggestions: boolean;
};
const FIELDS = ["name", "siteUrl", "baseRef", "docsPath", "supportContact"] as const;

type Saved = Omit<Values, "siteUrl" | "supportContact"> & { siteUrl: string | null; supportContact: string | null };

const toValues = ({ siteUrl, supportContact, ...saved }: Saved): Values => ({
  ...saved,
  siteUrl: siteUrl ?? "",
  supportContact: (supportContact ?? "").replace(/^mailto:/, ""),
});

const trimmed = { setValueAs: (text: string) => text.trim() };

/** What can be changed about the project. */
export function ProjectForm({ first }: { first: Saved }) {
  const { org, domain } = useProject();
  const trpc = useTRPC();
  const router = useRouter();
  const queryClient = useQueryClient();
  const { name, baseRef, docsPath, siteUrl, supportContact, hasSuggestions } = first;
  const form = useForm<Values>({
    values: toValues({ name, baseRef, docsPath, siteUrl, supportContact, hasSuggestions }),
  });
  const { register, handleSubmit, formState, setError, reset } = form;
  const { errors, isDirty, dirtyFields } = formState;
  const isMoving = dirtyFields.baseRef || dirtyFields.docsPath;
  const update = useMutation(
    trpc.settings.update.mutationOptions({
      onSuccess: (saved) => {
        toast.success(isMoving ? "Saved. Reindexing the pages." : "Saved.");
        reset(toValues(saved));
        void queryClient.invalidateQueries({ queryKey: trpc.project.list.queryKey() });
        router.refresh();
      },
      // The branch is looked for in the repository: what is wrong there is wrong with the branch here.
      onError: (error) => setFormErrors<Values>(error, { fields: FIELDS, setError }),
    }),
  );
  const submit = handleSubmit(({ siteUrl, supportContact, ...values }) =>
    update.mutate({ org, domain, ...values, siteUrl: siteUrl || null, supportContact: supportContact || null }),
  );
  return (
    <SettingsSection title="Project" description="The pages that the agent edits and the assistant uses for answers.">
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <AdminFields>
          <Field label="Name" error={errors.name?.message} hint="The product name that the assistant uses.">
            <Input {...register("name", { ...trimmed, required: "Enter a name." })} autoComplete="off" />
          </Field>
          <Field
            label="Site URL"
            isOptional
            error={errors.siteUrl?.message}
            hint="Where readers find the pages. If empty, the assistant links to paths."
          >
            <Input
              {...register("siteUrl", trimmed)}
              type="url"
              inputMode="url"
              placeholder="https://docs.example.com"
            />
          </Field>
          <Field
            label="Base branch"
            error={errors.baseRef?.message}
            hint="Jobs start from this branch and open pull requests against it."
          >
            <Input
              {...register("baseRef", { ...trimmed, required: "Enter the branch that jobs start from." })}
              spellCheck={false}
              className="font-mono text-xs"
            />
          </Field>
          <Field
            label="Docs folder"
            isOptional
            error={errors.docsPath?.message}
            hint="The folder with the pages. Leave empty to use the whole repository."
          >
            <Input
              {...register("docsPath", trimmed)}
              spellCheck={false}
              placeholder="docs"
              className="font-mono text-xs"
            />
          </Field>
          <Field
            label="Support contact"
            isOptional
            error={errors.supportContact?.message}
            hint="URL or email address. Shown when the pages do not answer a question."
          >
            <Input
              {...register("supportContact", trimmed)}
              placeholder="https://example.com/support"
              autoComplete="off"
            />
          </Field>
          <label className="flex items-center gap-2 self-end">
            <input type="checkbox" {...register("hasSuggestions")} className="size-4 accent-primary" />
            Suggest follow-up questions
          </label>
        </AdminFields>
        <FormError message={errors.root?.message} />
        <FormFooter isDirty={isDirty} isPending={update.isPending}>
          {isMoving
            ? "Saving checks the branch and reindexes the pages. Running jobs keep their branch."
            : "Applies to new jobs and questions."}
        </FormFooter>
      </form>
    </SettingsSection>
  );
}
