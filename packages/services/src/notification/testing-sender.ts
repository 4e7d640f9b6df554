import { createClient } from "@docsteward/db/client";
import { systemClock } from "@docsteward/platform/clock";
import { silentLogger } from "@docsteward/platform/log";
import type { SystemContext } from "../context.ts";
import { openMailer } from "./mailer.ts";
import { sendDueNotifications } from "./send.ts";

/** A worker that sends what is due, to be killed meanwhile. */
const [url = "", SMTP_URL] = process.argv.slice(2);
const db = createClient(url, { log: silentLogger });
const mailer = openMailer({ SMTP_URL, SMTP_FROM: "docs@example.com" });
const keySecret = "a secret that only tests use, 32+";
const ctx = { db, mailer, keySecret, baseUrl: "http://docsteward.test", clock: systemClock, log: silentLogger };
await sendDueNotifications(ctx as unknown as SystemContext);
