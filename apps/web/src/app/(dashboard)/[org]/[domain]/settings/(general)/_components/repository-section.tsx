"use client";
import { useMutation } from "@tanstack/react-query";
import { CircleCheck, CircleX } from "lucide-react";
import { useProject } from "#components/project-context.tsx";
import { RestrictedButton } from "#components/restricted-button.tsx";
import { useTRPC } from "#trpc/client.tsx";
import { Copyable } from "../../_components/settings-form.tsx";
import { DescriptionList, SettingsSection } from "../../_components/settings-section.tsx";

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
