"use client";

import { Button } from "@docsteward/ui/button";
import { Field, Input } from "@docsteward/ui/field";
import { FormError } from "@docsteward/ui/form-error";
import { DialogActions } from "@docsteward/ui/layout";
import { Select } from "@docsteward/ui/select";
import { useMutation } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import { Controller, useForm } from "react-hook-form";
import { useTRPC } from "../../trpc/client.tsx";
import type { ProjectTargets } from "../../trpc/types.ts";
import { setFormErrors } from "../form-errors.ts";
import { domainOfRepository, slugify } from "../slug.ts";
import type { Way } from "./connected-repository.tsx";
import { type CredentialValues, NO_CREDENTIAL, toCredential } from "./git-server-fields.tsx";

type ProjectForm = {
  org: string;
  repo: string;
  credential: CredentialValues;
  domain: string;
  ref: string;
  docsPath: string;
  siteUrl: string;
};

const FIELDS = ["repo", "credential", "domain", "ref", "docsPath", "siteUrl"] as const;
const PLAIN = { autoComplete: "off", autoCapitalize: "none", spellCheck: false } as const;

/**
 * Makes a project and opens it. What is wrong is said by the server, which looks at the repository first.
 *
 * @param children shown before the submit button: the way to cancel
 */
export function NewProjectForm({ places, children }: { places: ProjectTargets; children: ReactNode }) {
  const { organizations } = places;
  const router = useRouter();
  const { control, register, handleSubmit, formState, setError, setValue, watch } = useForm<ProjectForm>({
    defaultValues: {
      org: organizations[0]?.slug ?? "",
      repo: "",
      credential: NO_CREDENTIAL,
      domain: "",
      ref: "",
      docsPath: "",
      siteUrl: "",
    },
  });
  const { errors, dirtyFields } = formState;
  const create = useMutation(
    useTRPC().project.create.mutationOptions({
      onSuccess: ({ org, domain }) => router.push(`/${org}/${domain}`),
      onError: (error) => setFormErrors<ProjectForm>(error, { fields: FIELDS, setError }),
    }),
  );
  const submit = handleSubmit(({ domain, ref, docsPath, siteUrl, credential, ...project }) =>
    create.mutate({
      ...project,
      credential: toCredential(project.repo, credential),
      domain: slugify(domain),
      ref: ref.trim() || undefined,
      docsPath: docsPath.trim() || undefined,
      siteUrl: siteUrl.trim() || undefined,
    }),
  );
  const isBusy = create.isPending || create.isSuccess;
  return (
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
      <Controller
        name="repo"
        control={control}
        render={({ field: { value, onChange } }) => (
          <RepositoryField
            {...places}
            org={watch("org")}
            value={value}
            onChange={(repo) => {
              onChange(repo);
              if (!dirtyFields.domain) setValue("domain", domainOfRepository(repo));
            }}
            error={errors.repo?.message}
            credential={watch("credential")}
            onCredential={(credential) => setValue("credential", credential)}
            credentialError={errors.credential?.message}
          />
        )}
      />
      <Field
        label="Name"
        hint="Used in URLs and API requests: lowercase letters, digits and hyphens, for example acme-docs."
        error={errors.domain?.message}
      >
        <Input
          {...PLAIN}
          maxLength={63}
          {...register("domain", { onBlur: ({ target }) => setValue("domain", slugify(target.value)) })}
        />
      </Field>
      <Details isOpen={Boolean(errors.ref ?? errors.docsPath ?? errors.siteUrl)}>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label="Branch"
            isOptional
            hint="Leave empty to use the repository's default branch."
            error={errors.ref?.message}
          >
            <Input {...PLAIN} {...register("ref")} />
          </Field>
          <Field
            label="Docs folder"
            isOptional
            hint="Leave empty to use the whole repository."
            error={errors.docsPath?.message}
          >
            <Input {...PLAIN} {...register("docsPath")} />
          </Field>
        </div>
        <Field
          label="Site URL"
          isOptional
          hint="Where readers find the pages. Used for links in answers."
          error={errors.siteUrl?.message}
        >
          <Input {...PLAIN} type="url" placeholder="https://docs.example.com" {...register("siteUrl")} />
        </Field>
      </Details>
      <FormError message={errors.root?.message} />
      <DialogActions>
        {children}
        <Button type="submit" variant="primary" disabled={isBusy}>
          {isBusy ? "Creating…" : "Create project"}
        </Button>
      </DialogActions>
    </form>
  );
}

/** Optional fields. The section opens automatically when one of them is invalid. */
function Details({ isOpen, children }: { isOpen: boolean; children: ReactNode }) {
  return (
    <details open={isOpen || undefined} className="group">
      <summary className="flex w-fit cursor-pointer list-none items-center gap-1.5 text-muted-foreground hover:text-foreground [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-3.5 group-open:rotate-90" />
        Branch, folder and URL
      </summary>
      <div className="mt-3 flex flex-col gap-4">{children}</div>
    </details>
  );
}

// Who has one way only, and a path, does not load these.
const RepositoryWay = dynamic(() => import("./connected-repository.tsx").then((module) => module.RepositorySource));
const RepositoryChoice = dynamic(() => import("./connected-repository.tsx").then((module) => module.RepositoryChoice));
const GitServerFields = dynamic(() => import("./git-server-fields.tsx").then((module) => module.GitServerFields));

type Props = Pick<ProjectTargets, "mayUsePaths" | "isGitHubConnected"> & {
  org: string;
  value: string;
  onChange: (repository: string) => void;
  error: string | undefined;
  credential: CredentialValues;
  onCredential: (credential: CredentialValues) => void;
  credentialError: string | undefined;
};

const PLACEHOLDERS = { github: undefined, path: "/srv/docs.git", server: "https://git.example.com/acme/docs.git" };

/** Asks for a repository: of those that the GitHub App may see, at any Git server, or a path for people who may give one. */
function RepositoryField({ mayUsePaths, isGitHubConnected, org, value, onChange, error, ...server }: Props) {
  const ways: Way[] = [
    ...(isGitHubConnected ? (["github"] as const) : []),
    ...(mayUsePaths ? (["path"] as const) : []),
    "server",
  ];
  const [way, setWay] = useState<Way>(ways[0] ?? "server");
  const { credential, onCredential, credentialError } = server;
  return (
    <div className="flex flex-col gap-2">
      {ways.length > 1 && (
        <RepositoryWay
          ways={ways}
          value={way}
          onChange={(chosen) => {
            setWay(chosen);
            onChange("");
            onCredential(NO_CREDENTIAL);
          }}
        />
      )}
      <Field label="Repository" hint={HINTS[way]} error={error}>
        {way === "github" ? (
          <RepositoryChoice org={org} value={value} onChange={onChange} />
        ) : (
          <Input
            // The first field of its form, unless there is a choice before it.
            autoFocus={!isGitHubConnected}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={value}
            placeholder={PLACEHOLDERS[way]}
            className="font-mono text-[0.8125rem]"
            onValueChange={onChange}
          />
        )}
      </Field>
      {way === "server" && (
        <GitServerFields repository={value} value={credential} onChange={onCredential} error={credentialError} />
      )}
    </div>
  );
}

const HINTS = {
  github: "Repositories that the GitHub App and your organization can access.",
  path: "A path on the service machine, or a file:// URL.",
  server: "The https or SSH URL at any Git server, such as GitLab, Gitea or Bitbucket.",
};
