"use client";
import { Button } from "@docsteward/ui/button";
import { Dialog, DialogActions, DialogContent } from "@docsteward/ui/dialog";
import { Field } from "@docsteward/ui/field";
import { FormError } from "@docsteward/ui/form-error";
import { Input } from "@docsteward/ui/input";
import { Select } from "@docsteward/ui/select";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { Controller, useForm } from "react-hook-form";
import { useTRPC } from "../../../../trpc/api.ts";
import { showFormError } from "../show-form-error.ts";
import type { Places } from "./places.ts";

type ProjectForm = { org: string; repo: string; domain: string; ref: string; docsPath: string; siteUrl: string };

const FIELDS = ["repo", "domain", "ref", "docsPath", "siteUrl"] as const;
const PLAIN = { autoComplete: "off", autoCapitalize: "none", spellCheck: false } as const;

/** Makes a project. What is wrong is said by the server, which looks at the repository first. */
export default function NewProjectDialog({ organizations, mayUsePaths, onClose }: Places & { onClose: () => void }) {
  const router = useRouter();
  const { control, register, handleSubmit, formState, setError } = useForm<ProjectForm>({
    defaultValues: { org: organizations[0]?.slug ?? "", repo: "", domain: "", ref: "", docsPath: "", siteUrl: "" },
  });
  const { errors } = formState;
  const create = useMutation(
    useTRPC().project.create.mutationOptions({
      onSuccess: ({ org, domain }) => router.push(`/${org}/${domain}`),
      onError: (error) => showFormError<ProjectForm>(error, { fields: FIELDS, setError }),
    }),
  );
  const submit = handleSubmit(({ ref, docsPath, siteUrl, ...project }) =>
    create.mutate({
      ...project,
      ref: ref.trim() || undefined,
      docsPath: docsPath.trim() || undefined,
      siteUrl: siteUrl.trim() || undefined,
    }),
  );
  const isBusy = create.isPending || create.isSuccess;
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title="New project" description="One documentation site: a repository, a branch and a folder.">
        <form onSubmit={submit} noValidate className="flex flex-col gap-4">
          {organizations.length > 1 && (
            <Field label="Organization">
              <Controller
                name="org"
                control={control}
                render={({ field: { value, onChange } }) => (
                  <Select
                    choices={organizations.map(({ slug, name }) => ({ value: slug, label: name }))}
                    value={value}
                    onChange={onChange}
                  />
                )}
              />
            </Field>
          )}
          <Field
            label="Repository"
            hint={
              mayUsePaths
                ? "A path on this machine, like /srv/docs.git, or the address of a repository at GitHub."
                : "The address of a repository at GitHub that your organization may use."
            }
            error={errors.repo?.message}
          >
            <Input {...PLAIN} {...register("repo")} />
          </Field>
          <Field
            label="Name"
            hint="Names the site in addresses and calls: lower-case letters, digits and hyphens, like acme-docs."
            error={errors.domain?.message}
          >
            <Input {...PLAIN} maxLength={63} {...register("domain")} />
          </Field>
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label="Branch" isOptional hint="The repository's own unless told." error={errors.ref?.message}>
              <Input {...PLAIN} {...register("ref")} />
            </Field>
            <Field
              label="Folder of the pages"
              isOptional
              hint="All of it unless told."
              error={errors.docsPath?.message}
            >
              <Input {...PLAIN} {...register("docsPath")} />
            </Field>
          </div>
          <Field
            label="Address of the site"
            isOptional
            hint="Where readers find it, for the links in answers."
            error={errors.siteUrl?.message}
          >
            <Input {...PLAIN} type="url" placeholder="https://docs.example.com" {...register("siteUrl")} />
          </Field>
          <FormError message={errors.root?.message} />
          <DialogActions className="mt-0">
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" variant="primary" disabled={isBusy}>
              {isBusy ? "Making it …" : "Make project"}
            </Button>
          </DialogActions>
        </form>
      </DialogContent>
    </Dialog>
  );
}
