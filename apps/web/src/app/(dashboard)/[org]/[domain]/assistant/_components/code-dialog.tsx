"use client";
import { CodeBlock } from "@docsteward/ui/copy";
import { Dialog, DialogContent } from "@docsteward/ui/dialog";
import { Tab, TabList, TabPanel, Tabs } from "@docsteward/ui/tabs";
import Link from "next/link";
import { useProject } from "#components/project-context.tsx";
import { projectHref } from "#components/project-pages.ts";
import type { CallSettings } from "./call-settings.ts";
import { writeCurl, writeUseChat } from "./code-samples.ts";

type Props = { settings: CallSettings; question: string | null; onClose: () => void };

/** The call that the playground makes, for another reader: this person's own name is only for the dashboard. */
export function CodeDialog({ settings, question, onClose }: Props) {
  const site = useProject();
  const { baseUrl, domain } = site;
  const call = { baseUrl, domain, fp: "anonymous", settings, question: question ?? "How do I get started?" };
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent
        size="lg"
        title="Call the assistant from code"
        description="Uses the settings of this page. The playground key expires within an hour: use your own key."
      >
        <Tabs defaultValue="curl">
          <TabList aria-label="Language">
            <Tab value="curl">curl</Tab>
            <Tab value="react">useChat</Tab>
          </TabList>
          <TabPanel value="curl">
            <CodeBlock code={writeCurl(call)} label="Copy command" />
          </TabPanel>
          <TabPanel value="react">
            <CodeBlock code={writeUseChat(call)} label="Copy code" />
          </TabPanel>
        </Tabs>
        <p className="mt-3 text-muted-foreground text-xs">
          Create a key under{" "}
          <Link href={projectHref(site, "keys")} className="text-brand underline-offset-2 hover:underline">
            API keys
          </Link>{" "}
          and list the websites that can use it.
        </p>
      </DialogContent>
    </Dialog>
  );
}
