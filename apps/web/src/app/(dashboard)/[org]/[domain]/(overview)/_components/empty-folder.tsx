"use client";

import { FormError } from "@docsteward/ui/field";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { FolderOpen } from "lucide-react";
import { useProject } from "#components/project-context.tsx";
import { RestrictedButton } from "#components/restricted-button.tsx";
import { useTRPC } from "#trpc/client.tsx";

/** Says that the project's folder holds no pages, and offers the folders of the repository that do. */
export function EmptyFolder() {
  const { org, domain } = useProject();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { data, error } = useQuery(trpc.siteIndex.folders.queryOptions({ org, domain }, { staleTime: 30_000 }));
  const choose = useMutation(
    trpc.settings.update.mutationOptions({
      onSuccess: () => {
        void queryClient.invalidateQueries({ queryKey: trpc.overview.pathKey() });
        void queryClient.invalidateQueries({ queryKey: trpc.siteIndex.pathKey() });
      },
    }),
  );
  const fault = error ?? choose.error;
  if (data === undefined) return fault && <FormError message={fault.message} />;
  const place = data.docsPath === "" ? "This repository" : `The folder ${data.docsPath}`;
  return (
    <div className="flex flex-col items-start gap-2 text-foreground">
      <p>
        {place} has no Markdown pages.{" "}
        {data.folders.length > 0
          ? "Choose the folder that holds the documentation:"
          : "Add .md or .mdx files to the branch. The index updates automatically."}
      </p>
      {data.folders.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {data.folders.map(({ path, pages }) => (
            <li key={path}>
              <RestrictedButton
                size="sm"
                disabled={choose.isPending || choose.isSuccess}
                onClick={() => choose.mutate({ org, domain, docsPath: path })}
              >
                <FolderOpen aria-hidden />
                <code className="font-mono text-xs">{path}</code>
                <span className="text-muted-foreground">{pages === 1 ? "1 page" : `${pages} pages`}</span>
              </RestrictedButton>
            </li>
          ))}
        </ul>
      )}
      <FormError message={fault?.message} />
    </div>
  );
}
