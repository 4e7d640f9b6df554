import { type CallSettings, toFields } from "./call-settings.ts";

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
