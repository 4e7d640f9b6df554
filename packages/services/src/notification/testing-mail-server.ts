import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

type ReceivedMail = { to: string[]; content: string };

/** A mail server on this machine that keeps what it takes, and refuses or stalls as the test says. */
export async function startMailServer() {
  const received: ReceivedMail[] = [];
  const refusals: { code: number; at: "address" | "content" }[] = [];
  let isStalled = false;
  const takeRefusal = (at: "address" | "content") => {
    if (refusals[0]?.at !== at) return null;
    const refusal = refusals.shift();
    return Object.assign(new Error("Refused by the test"), { responseCode: refusal?.code });
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo: (_address, _session, done) => done(takeRefusal("address")),
    onData(stream, session, done) {
      let content = "";
      stream.setEncoding("utf8").on("data", (chunk: string) => {
        content += chunk;
      });
      stream.on("end", () => {
        const refusal = takeRefusal("content");
        const to = session.envelope.rcptTo.map(({ address }) => address);
        if (refusal === null) received.push({ to, content: decode(content) });
        if (!isStalled) done(refusal);
      });
    },
  });
  server.on("error", () => undefined);
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    /** Refuses the next address or content with this code. */
    refuse: (at: "address" | "content", code: number) => void refusals.push({ at, code }),
    /** From now on it takes mail without confirming it. */
    stall() {
      isStalled = true;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of server.connections) socket.close();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** Undoes quoted-printable, as far as the tests' mails need it. */
function decode(content: string): string {
  return content
    .replaceAll("=\r\n", "")
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
