"use client";

import { namesOfModels } from "@docsteward/contract/model-settings";
import { Badge } from "@docsteward/ui/badge";
import { toast } from "@docsteward/ui/toast";
import { useMutation } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { SettingsSection } from "#app/(dashboard)/[org]/[domain]/settings/(sections)/_components/settings-section.tsx";
import { useMembership } from "#components/project-context.tsx";
import { RestrictedButton } from "#components/restricted-button.tsx";
import { useTRPC } from "#trpc/client.tsx";
import type { ModelProviders as Providers } from "#trpc/types.ts";

const WHOSE = {
  project: "this project's provider",
  organization: "the organization's provider",
  installation: "the installation's models, set by the operator",
} as const;

const TestResults = dynamic(() => import("./test-results.tsx").then((loaded) => loaded.TestResults), { ssr: false });

/** The models that jobs and answers use now, and a test of those of the installation. */
export function ModelsInUse({ providers, where }: { providers: Providers; where: string }) {
  const { org, domain } = useMembership();
  const attempt = useMutation(
    useTRPC().model.tryInstalled.mutationOptions({ onError: ({ message }) => void toast.error(message) }),
  );
  const { used, installation } = providers;
  return (
    <SettingsSection
      title="In use"
      description={`Jobs and answers ${where} use ${WHOSE[used]}.`}
      actions={
        used === "installation" && (
          <RestrictedButton size="sm" disabled={attempt.isPending} onClick={() => attempt.mutate({ org, domain })}>
            {attempt.isPending ? "Testing…" : "Test models"}
          </RestrictedButton>
        )
      }
    >
      <p className="flex flex-wrap items-center gap-2">
        {namesOf(providers).map((name, index) => (
          <span key={name} className="flex items-center gap-1.5">
            <code className="font-mono text-xs">{name}</code>
            {index === 0 && <Badge>default</Badge>}
          </span>
        ))}
        {used === "installation" && installation.defaultName === "offline" && (
          <span className="text-muted-foreground">
            follows exact instructions without a language model and answers with quotes from the pages.
          </span>
        )}
      </p>
      {attempt.data && (
        <div className="mt-3">
          <TestResults tried={attempt.data} />
        </div>
      )}
    </SettingsSection>
  );
}

function namesOf({ used, installation, ...own }: Providers): readonly string[] {
  if (used === "installation") return installation.names;
  const { provider = "openai-compatible", modelId } = own[used] ?? {};
  return namesOfModels({ provider, model: modelId ?? "" });
}
