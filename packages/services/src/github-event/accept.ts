import { createHash } from "node:crypto";
import { AppError } from "@docsteward/contract/error";
import { isSignature, verifySignature } from "@docsteward/git/github/app-events";
import { inTransaction, type SystemContext } from "../context.ts";
import { parseGitHubEvent } from "./event.ts";

/** One unverified webhook request of GitHub: its headers and its raw body. */
export type WebhookRequest = {
  /** `X-GitHub-Delivery` */
  id: string | null;
  /** `X-GitHub-Event` */
  event: string | null;
  /** `X-Hub-Signature-256` */
  signature: string | null;
  /** Reads it as it comes; asked only when it may have been signed. */
  body(): Promise<string>;
};

/** `repeated`: it was accepted before. `ignored`: nothing follows from it. */
export type Acceptance = "accepted" | "repeated" | "ignored";

const ID = /^[\w-]{1,100}$/;

/**
 * Takes an event of GitHub in: checks that the App's secret signed it, writes it down once, and leaves the rest to the queue.
 *
 * The signature does not cover the id, so an event counts as known by its id and by its signed body: an attacker who
 * intercepted one cannot replay it under another id.
 *
 * @throws AppError `invalid_signature`; `not_found` without an App; `unavailable` without a secret; `invalid_request`
 */
export async function acceptGitHubEvent(ctx: SystemContext, received: WebhookRequest): Promise<Acceptance> {
  const { id, event, signature } = received;
  const secret = await requireSecret(ctx);
  if (!isSignature(signature)) throw unsigned();
  const body = await received.body();
  if (!(await verifySignature(secret, body, signature))) throw unsigned();
  if (id === null || !ID.test(id) || event === null) {
    throw new AppError(
      "invalid_request",
      "The headers X-GitHub-Delivery and X-GitHub-Event are missing. GitHub events have both.",
    );
  }
  const facts = parseGitHubEvent(event, parse(body));
  if (facts === null) return "ignored";
  const bodyHash = createHash("sha256").update(body).digest("hex");
  return inTransaction(ctx, async ({ db, clock, queue }) => {
    const { count } = await db.gitHubDelivery.createMany({
      data: [{ id, event, bodyHash, facts, receivedAt: clock.now() }],
      skipDuplicates: true,
    });
    if (count === 0) return "repeated";
    await queue.github.enqueue(db, { deliveryId: id });
    return "accepted";
  });
}

function unsigned(): AppError {
  return new AppError(
    "invalid_signature",
    "The event isn't signed with the GitHub App's webhook secret. Set the same secret at GitHub and here.",
  );
}

async function requireSecret({ github }: SystemContext): Promise<string> {
  const app = await github.current();
  if (app === null)
    throw new AppError("not_found", "GitHub isn't connected. Connect a GitHub App: see docs/github.md.");
  if (app.config.webhookSecret !== null) return app.config.webhookSecret;
  throw new AppError(
    "unavailable",
    "GitHub events are rejected because no webhook secret is set. Set GITHUB_WEBHOOK_SECRET to the App's webhook secret.",
  );
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (cause) {
    throw new AppError(
      "invalid_json",
      "The event isn't valid JSON. Set the webhook's content type to application/json at GitHub.",
      { cause },
    );
  }
}
