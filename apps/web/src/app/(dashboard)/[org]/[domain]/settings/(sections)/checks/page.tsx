import { CHECK_RULES } from "@docsteward/contract/check-rules";
import type { ChecksConfigText } from "@docsteward/services/project/read-checks-config";
import { Badge } from "@docsteward/ui/badge";
import { CodeBlock } from "@docsteward/ui/copy";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@docsteward/ui/table";
import type { Metadata } from "next";
import { api, orNotFound } from "#server/trpc/caller.ts";
import { SettingsSection } from "../_components/settings-section.tsx";

export const metadata: Metadata = { title: "Checks" };

const EXAMPLE = `{
  "rules": { "orphan-page": "off", "broken-anchor": "warn" },
  "ignore": ["archive", "guides/generated/**"],
  "components": ["Chart"]
}`;

export default async function ChecksSettingsPage({ params }: { params: Promise<{ org: string; domain: string }> }) {
  const site = await params;
  const config = await orNotFound((await api()).settings.checksConfig(site));
  return (
    <div className="flex flex-col gap-5">
      <SettingsSection
        title="Configuration"
        description="Checks are configured in the repository, in .docsteward/checks.json on the base branch. Jobs can't change this file."
      >
        <div className="flex flex-col gap-3">
          <ChecksFile config={config} />
          {config.text === null && (
            <>
              <p className="text-muted-foreground">
                Set a rule to <code className="font-mono text-xs">off</code>,{" "}
                <code className="font-mono text-xs">warn</code> or <code className="font-mono text-xs">error</code>,
                ignore folders, and list components that are available on every page:
              </p>
              <CodeBlock code={EXAMPLE} label="Copy example" />
            </>
          )}
        </div>
      </SettingsSection>
      <SettingsSection
        title="Checks"
        description="The agent runs these checks before it opens or updates a pull request. Only problems that its change introduces count. If errors remain, the pull request is a draft and its description lists them."
        isFlush
      >
        <Table aria-label="Checks" className="[&_td]:h-9">
          <TableHead>
            <TableRow>
              <TableHeader>Check</TableHeader>
              <TableHeader className="max-sm:hidden">Reports</TableHeader>
              <TableHeader>Default</TableHeader>
            </TableRow>
          </TableHead>
          <TableBody>
            {CHECK_RULES.map(({ name, tells, level }) => (
              <TableRow key={name}>
                <TableCell>
                  <code className="whitespace-nowrap font-mono text-xs">{name}</code>
                  <span className="block sm:hidden">{tells}</span>
                </TableCell>
                <TableCell className="max-sm:hidden">{tells}</TableCell>
                <TableCell>
                  <Badge>{level}</Badge>
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </SettingsSection>
    </div>
  );
}

/** What the repository says of the checks just now. */
export function ChecksFile({ config }: { config: ChecksConfigText }) {
  const { text, path, ref, problem } = config;
  const where = (
    <>
      <code className="font-mono text-xs">{path}</code> on <code className="font-mono text-xs">{ref}</code>
    </>
  );
  if (problem !== null) return <p className="text-muted-foreground">{problem}</p>;
  if (text === null) return <p>No {where}. All checks use the defaults below.</p>;
  return (
    <>
      <p>Contents of {where}:</p>
      <CodeBlock code={text} label="Copy configuration" />
    </>
  );
}
