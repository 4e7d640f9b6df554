import { Badge } from "@docsteward/ui/badge";
import { CodeBlock } from "@docsteward/ui/code-block";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@docsteward/ui/table";
import type { Metadata } from "next";
import { api } from "../../../../../../server/trpc/caller.ts";
import { orNotFound } from "../../../../../../server/trpc/or-not-found.ts";
import { SettingsSection } from "../_components/settings-section.tsx";
import { CHECK_RULES } from "./_components/check-rules.ts";
import { ChecksFile } from "./_components/checks-file.tsx";

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
        title="Who decides"
        description="The repository does: the file .docsteward/checks.json on the base branch says which checks count. A job cannot change it, and there is nothing to set here."
      >
        <div className="flex flex-col gap-3">
          <ChecksFile config={config} />
          {config.text === null && (
            <>
              <p className="text-muted-foreground">
                A file like this sets a rule to <code className="font-mono text-xs">off</code>,{" "}
                <code className="font-mono text-xs">warn</code> or <code className="font-mono text-xs">error</code>,
                leaves folders out, and names components that the site gives to every page:
              </p>
              <CodeBlock code={EXAMPLE} label="Copy the example" />
            </>
          )}
        </div>
      </SettingsSection>
      <SettingsSection
        title="What is checked"
        description="The agent runs these before it opens or updates a pull request. Only what its own change caused counts; errors that are left make the pull request a draft and stand in its description."
        isFlush
      >
        <Table aria-label="Checks" className="[&_td]:h-9">
          <TableHead>
            <TableRow>
              <TableHeader>Check</TableHeader>
              <TableHeader className="max-sm:hidden">Tells</TableHeader>
              <TableHeader>Unless set</TableHeader>
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
                  <Badge tone={level === "warning" ? "warning" : "neutral"}>{level}</Badge>
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </SettingsSection>
    </div>
  );
}
