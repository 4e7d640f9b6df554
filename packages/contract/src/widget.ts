import { z } from "zod";
import { Text } from "./input-schema.ts";
import { defineOperation } from "./operation.ts";

const MAX_STARTERS = 20;

const Starter = z.object({
  question: Text.min(1).max(200).meta({ description: "The question." }),
  path: Text.max(200)
    .nullable()
    .meta({ description: "Pages that offer it, by the start of their path; null for all pages." }),
});

/** How a project's assistant looks and what it offers on its website. */
export const WidgetSettings = z.object({
  title: Text.max(100).nullable().meta({ description: "The window's title; null for the default." }),
  greeting: Text.max(500).nullable().meta({ description: "The greeting, shown before the first question." }),
  starters: z.array(Starter).max(MAX_STARTERS).meta({ description: "Questions to begin with." }),
});
/** A project's settings of the widget. */
export type WidgetSettings = z.output<typeof WidgetSettings>;

/** What applies before a project sets anything. */
export const DEFAULT_WIDGET: WidgetSettings = { title: null, greeting: null, starters: [] };

/** What a widget needs to start: its settings, and the site that its key belongs to. */
export const WidgetConfig = WidgetSettings.extend({
  domain: z.string().meta({ description: "The domain identifier of the key's documentation site." }),
  contact: z.string().nullable().meta({ description: "Where readers reach a person: an https:// or mailto: address." }),
  tools: z
    .array(
      z.object({
        name: z.string().meta({ description: "The program." }),
        link: z.string().nullable().meta({ description: "Opens the program, which asks whether to add the server." }),
        text: z.string().nullable().meta({ description: "What to copy into a program that no link opens." }),
      }),
    )
    .meta({ description: "How readers add the site's MCP server to their own tools; empty if that needs a key." }),
}).meta({ id: "WidgetConfig" });
/** What the widget of a website needs before it asks. */
export type WidgetConfig = z.output<typeof WidgetConfig>;

export const getWidgetOperation = defineOperation({
  id: "getWidget",
  method: "GET",
  path: "/discovery/v1/widget",
  summary: "Read the widget's settings",
  description:
    "Returns the site that the API key belongs to, and how its widget looks. Every website may read the answer, so that a widget can say why its key doesn't work there.",
  auth: "assistant",
  websites: "any",
  scope: "read",
  limits: ["ip-day"],
  idempotency: null,
  params: z.object({}),
  query: z.object({}),
  body: z.object({}),
  response: WidgetConfig,
  produces: "json",
  example: {
    response: {
      domain: "acme-docs",
      title: "Ask Acme",
      greeting: null,
      contact: "https://acme.com/support",
      tools: [{ name: "Claude", link: null, text: "https://docsteward.example.com/mcp/acme-docs" }],
      starters: [{ question: "How do I rotate a key?", path: "/guides" }],
    },
  },
});

export const WIDGET_OPERATIONS = [getWidgetOperation] as const;
