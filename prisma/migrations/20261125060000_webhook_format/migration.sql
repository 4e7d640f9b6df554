-- additive
-- In which form a webhook gets its events: signed JSON, or a Slack message. Older code leaves the column alone.
ALTER TABLE "WebhookEndpoint" ADD COLUMN "format" TEXT NOT NULL DEFAULT 'standard';
