/** A small Mintlify site with links of every form, an old product name and a typo. */
export const SAMPLE_SITE: Readonly<Record<string, string>> = {
  "README.md": "# Docs of Glimmer\n\nRun `npx mint dev`.\n",
  "docs/docs.json": `{
  "name": "Glimmer Docs",
  "navigation": {
    "groups": [
      { "group": "Start", "pages": ["index", "quickstart"] },
      {
        "group": "Guides",
        "pages": [
          "guides/install",
          "guides/webhooks"
        ]
      },
      { "group": "Old", "pages": ["guides/legacy"] }
    ]
  }
}
`,
  "docs/index.mdx": `---
title: Glimmer
description: What Glimmer is
---

Glimmer keeps flags. Start with the [quickstart](/quickstart), then [install](./guides/install#behind-a-proxy).

## What is Glimmer

See [webhooks](/guides/webhooks#receiving) and the [old way](/guides/legacy "old").

<Card title="Install Glimmer" href="/guides/install" />
`,
  "docs/quickstart.mdx": `---
title: Quickstart
---

import { Note } from "/snippets/Glimmer/note.mdx";

Read [what it is](/#what-is-glimmer) or [here](index.mdx#what-is-glimmer). Download from https://Glimmer.example.com/get.

\`\`\`bash
# Start Glimmer
/opt/Glimmer/bin/glimmer start
\`\`\`
`,
  "docs/guides/install.mdx": `---
title: "Install it"
---

First the [quickstart](../quickstart.mdx). ![Diagram](../images/install.svg)

## Behind a proxy

Back [home](../), or to [webhooks](./webhooks#receiving) or [this page](#behind-a-proxy).

## Next steps

- [Webhooks](webhooks)
`,
  "docs/guides/webhooks.mdx": `---
title: Webhooks
---

Follow [install](install.mdx#behind-a-proxy) first; see [legacy][old].

## Receiving

You recieve one request an event. \`recieve()\` is the handler.

[old]: /guides/legacy
`,
  "docs/guides/legacy.mdx": "---\ntitle: Legacy\n---\n\nThe old way.\n",
};
