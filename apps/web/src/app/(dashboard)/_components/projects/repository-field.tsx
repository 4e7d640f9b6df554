"use client";
import { Field } from "@docsteward/ui/field";
import { Input } from "@docsteward/ui/input";
import dynamic from "next/dynamic";
import Link from "next/link";
import { useState } from "react";
import type { Places } from "./places.ts";
import type { Way } from "./repository-way.tsx";

// For an installation that is connected to GitHub: others do not load them.
const RepositoryWay = dynamic(() => import("./repository-way.tsx").then((module) => module.RepositoryWay));
const RepositoryChoice = dynamic(() => import("./repository-choice.tsx").then((module) => module.RepositoryChoice));

type Props = Pick<Places, "mayUsePaths" | "isGitHubConnected"> & {
  org: string;
  value: string;
  onChange: (repository: string) => void;
  error: string | undefined;
};

/** Asks for a repository: of those that the GitHub App may see, or a path for people who may give one. */
export function RepositoryField({ mayUsePaths, isGitHubConnected, org, value, onChange, error }: Props) {
  const [way, setWay] = useState<Way>("github");
  const isChoice = isGitHubConnected && (way === "github" || !mayUsePaths);
  return (
    <div className="flex flex-col gap-2">
      {isGitHubConnected && mayUsePaths && (
        <RepositoryWay
          value={way}
          onChange={(chosen) => {
            setWay(chosen);
            onChange("");
          }}
        />
      )}
      <Field label="Repository" hint={hintOf({ isChoice, mayUsePaths, isGitHubConnected })} error={error}>
        {isChoice ? (
          <RepositoryChoice org={org} value={value} onChange={onChange} />
        ) : (
          <Input
            // The first field of its form, unless there is a choice before it.
            autoFocus={!isGitHubConnected}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={value}
            placeholder={mayUsePaths ? "/srv/docs.git" : undefined}
            className="font-mono text-[0.8125rem]"
            onValueChange={onChange}
          />
        )}
      </Field>
    </div>
  );
}

function hintOf({ isChoice, mayUsePaths, isGitHubConnected }: Omit<Places, "organizations"> & { isChoice: boolean }) {
  if (isChoice) return "Repositories that the GitHub App and your organization can access.";
  if (!mayUsePaths) return "GitHub isn't connected yet. Ask an owner of the first organization to connect it.";
  if (isGitHubConnected) return "A path on the service machine, or a file:// URL.";
  return (
    <>
      A path on the service machine. To use a GitHub repository,{" "}
      <Link href="/settings/github" className="text-brand underline-offset-2 hover:underline">
        connect GitHub
      </Link>{" "}
      first.
    </>
  );
}
