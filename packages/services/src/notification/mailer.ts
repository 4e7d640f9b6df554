import type { Env } from "@docsteward/platform/env";
import type { Transporter } from "nodemailer";
import type { SMTPTransportOptions } from "nodemailer/lib/smtp-transport";

/** One mail to one person. */
export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The same for every attempt, so that mail servers recognize a repeated one. */
  id: string;
  /** Where the kinds of this mail are switched off without a sign-in. */
  unsubscribeUrl: string;
};

/** Sends mail through the operator's server. */
export type Mailer = {
  /** Resolves when the server has taken the mail. @throws MailError */
  send(mail: Mail): Promise<void>;
  /** Resolves when the server answers and accepts the sign-in. Sends nothing. @throws MailError */
  verify(): Promise<void>;
};

/** A mail was not sent. The message is a sentence for people, without what the server said. */
export class MailError extends Error {
  override readonly name = "MailError";
  /** Whether the same mail must not be sent again: the server refused it, or may have taken it. */
  readonly isFinal: boolean;

  constructor(message: string, { isFinal, cause }: { isFinal: boolean; cause?: unknown }) {
    super(message, { cause });
    this.isFinal = isFinal;
  }
}

const TIMEOUT_MS = 20_000;
const SERVICE = "Docsteward";

/** The way to the operator's mail server; null while none is configured. It connects for each mail, and only then. */
export function openMailer({ SMTP_URL: url, SMTP_FROM: from }: Pick<Env, "SMTP_URL" | "SMTP_FROM">): Mailer | null {
  if (url === undefined || from === undefined) return null;
  const options: SMTPTransportOptions = {
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    dnsTimeout: TIMEOUT_MS,
    // Nothing that a mail is made from names a file or an address to read.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  return {
    send: ({ to, subject, text, html, id, unsubscribeUrl }) =>
      connect(options, (transport) =>
        transport.sendMail({
          ...{ from, to: { name: "", address: to }, subject, text, html },
          messageId: `<${id}@${from.slice(from.lastIndexOf("@") + 1).replace(">", "")}>`,
          headers: {
            "Auto-Submitted": "auto-generated",
            "X-Mailer": SERVICE,
            "List-Unsubscribe": `<${unsubscribeUrl}>`,
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
          },
        }),
      ),
    verify: () => connect(options, (transport) => transport.verify()),
  };
}

type Transport = Pick<Transporter, "sendMail" | "verify">;

/** Works with the mail server over a connection that is closed afterwards. @throws MailError */
async function connect(options: SMTPTransportOptions, work: (transport: Transport) => Promise<unknown>): Promise<void> {
  const { createTransport } = await import("nodemailer");
  const transport = createTransport(options);
  /** Whether the server has begun to read a mail, so that it may have taken it. */
  let isUnderWay = false;
  transport.use("stream", (mail, done) => {
    mail.message.processFunc((content) => {
      isUnderWay = true;
      return content;
    });
    done();
  });
  try {
    await work(transport);
  } catch (error) {
    throw toMailError(error, isUnderWay);
  } finally {
    transport.close();
  }
}

const PERMANENT = 500;

function toMailError(error: unknown, isUnderWay: boolean): MailError {
  const { code = "", responseCode } = error as { code?: string; responseCode?: number };
  const failed = (message: string, isFinal: boolean) => new MailError(message, { isFinal, cause: error });
  if (code === "EAUTH" || code === "ENOAUTH") {
    return failed("The mail server refused the user name or password in SMTP_URL.", false);
  }
  if (responseCode !== undefined && code === "EENVELOPE") {
    return failed(`The mail server refused the sender or the address (${responseCode}).`, responseCode >= PERMANENT);
  }
  if (responseCode !== undefined) {
    return failed(`The mail server refused the mail (${responseCode}).`, responseCode >= PERMANENT && isUnderWay);
  }
  if (isUnderWay) return failed("The connection to the mail server ended before it confirmed the mail.", true);
  if (code === "EDNS") return failed("The host name in SMTP_URL can't be resolved.", false);
  if (code === "ETLS") return failed("The mail server's certificate isn't trusted, or encryption failed.", false);
  if (code === "ETIMEDOUT")
    return failed(`The mail server did not answer within ${TIMEOUT_MS / 1_000} seconds.`, false);
  return failed("The mail server could not be reached.", false);
}
