"use client";

import { CodeBlock } from "@docsteward/ui/copy";
import { Dialog, DialogContent } from "@docsteward/ui/dialog";
import { Tab, TabList, TabPanel, Tabs } from "@docsteward/ui/tabs";
import Link from "next/link";
import { useProject } from "#components/project-context.tsx";
import { projectHref } from "#components/project-pages.ts";
import { type CallSettings, toFields } from "./call-settings.ts";

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

type CodeInput = { baseUrl: string; domain: string; fp: string; question: string; settings: CallSettings };

/** The call that the playground makes, for a shell. */
export function writeCurl({ baseUrl, domain, fp, question, settings }: CodeInput): string {
  const message = { id: "1", role: "user", parts: [{ type: "text", text: question }] };
  const body = JSON.stringify({ fp, ...toFields(settings), messages: [message] }, null, 2);
  return [
    `curl -N ${quote(messageUrl({ baseUrl, domain }))} \\`,
    `  -H "Authorization: Bearer $ASSISTANT_KEY" \\`,
    `  -H "Content-Type: application/json" \\`,
    `  -d ${quote(body)}`,
  ].join("\n");
}

/** The same call in a page of React. */
export function writeUseChat({ baseUrl, domain, fp, question, settings }: CodeInput): string {
  const body = JSON.stringify({ fp, ...toFields(settings) }, null, 2).replace(/\n/g, "\n    ");
  return `import { useChat } from "@ai-sdk/react";
import { DefaultChatTransport } from "ai";

const { messages, sendMessage, status, stop } = useChat({
  transport: new DefaultChatTransport({
    api: ${JSON.stringify(messageUrl({ baseUrl, domain }))},
    headers: { Authorization: "Bearer svc_dsc_…" },
    body: ${body},
  }),
});

sendMessage({ text: ${JSON.stringify(question)} });`;
}

function messageUrl({ baseUrl, domain }: Pick<CodeInput, "baseUrl" | "domain">): string {
  return `${baseUrl}/discovery/v2/assistant/${domain}/message`;
}

/** One word for a POSIX shell, whatever it holds. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
