import { z } from "zod";
import { ProjectParams } from "./agent-operations.ts";
import { Text } from "./input-schema.ts";
import { defineOperation } from "./operation.ts";
import { RepositoryCredential } from "./repository-credential.ts";

const NAME_RULE =
  "The name must have 1 to 40 lowercase letters, digits and hyphens, and start and end with a letter or digit.";

/** The name of a source in its project, without the `@` that paths have before it. */
export const SourceName = Text.regex(/^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/, NAME_RULE).meta({
  description: "Name of the source, unique in the project. The agent reads `@name/path`.",
  examples: ["app"],
});

const Ref = Text.trim()
  .min(1)
  .max(300)
  .regex(/^[^\s~^:?*[\\]+$/, "The ref must be the name of a branch or a tag, or the full id of a commit.")
  .meta({ description: "Branch, tag or full commit id. By default the repository's default branch." });

/** Body of the request that adds a source. */
export const AddSource = z
  .object({
    name: SourceName,
    repository: Text.trim().min(1).max(1_000).meta({
      description:
        "URL of a repository at GitHub that your organization may use, https or SSH URL of one at any Git server, or a path on the server.",
    }),
    ref: Ref.optional(),
    credential: RepositoryCredential.optional().meta({
      description: "For a private repository at a Git server. It is stored encrypted and never returned.",
    }),
  })
  .meta({ id: "AddSource" });
/** A parsed request to add a source. */
export type AddSource = z.infer<typeof AddSource>;

/** Body of the request that changes a source. Omitted fields do not change. */
export const ChangeSource = z
  .object({ name: SourceName.optional(), ref: Ref.optional() })
  .refine(({ name, ref }) => name !== undefined || ref !== undefined, "Send a name or a ref.")
  .meta({ id: "ChangeSource" });
/** A parsed request to change a source. */
export type ChangeSource = z.infer<typeof ChangeSource>;

/** A repository that a project's jobs read beside the docs. */
export const Source = z
  .object({
    name: SourceName,
    repository: z.string().meta({ description: "URL of the repository; `file:///…` for one on the server." }),
    ref: z.string().meta({ description: "Branch, tag or commit that jobs read." }),
    lastRead: z
      .object({
        at: z.iso.datetime(),
        commit: z.string().nullable().meta({ description: "The commit a job read; null if it could not be read." }),
        error: z.string().nullable().meta({ description: "Why it could not be read." }),
      })
      .nullable()
      .meta({ description: "The last time a job looked into the source; null if none did." }),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: "Source" });
/** A source as the public API shows it. */
export type Source = z.infer<typeof Source>;

const SourceList = z.object({ sources: z.array(Source) }).meta({ id: "SourceList" });
const RemovedSource = z.object({ name: SourceName }).meta({ id: "RemovedSource" });

const EXAMPLE: Source = {
  name: "app",
  repository: "https://github.com/acme/app",
  ref: "main",
  lastRead: { at: "2026-11-21T10:00:00.000Z", commit: "6f1c2b7d0f2a4a0d9a3a8d2b7c1e5f6a7b8c9d0e", error: null },
  createdAt: "2026-11-20T09:00:00.000Z",
};

const none = z.object({});
const SourceParams = ProjectParams.extend({ name: SourceName });
const SHARED = { auth: "admin", limits: [], idempotency: null, query: none, produces: "json" } as const;

export const listSourcesOperation = defineOperation({
  ...SHARED,
  limits: [],
  id: "listSources",
  method: "GET",
  path: "/v2/agent/{projectId}/sources",
  summary: "List sources",
  description: "Lists the repositories that the agent reads beside the docs, by name.",
  scope: "read",
  params: ProjectParams,
  body: none,
  response: SourceList,
  example: { response: { sources: [EXAMPLE] } },
});

export const addSourceOperation = defineOperation({
  ...SHARED,
  limits: [],
  id: "addSource",
  method: "POST",
  path: "/v2/agent/{projectId}/sources",
  summary: "Add a source",
  description:
    "Lets the agent read another repository: the product's code, an API description. Nothing is written to it. A project has 50 sources at most. Only owners of the installation's first organization add repositories by path, in the dashboard or at the command line.",
  scope: "write",
  params: ProjectParams,
  body: AddSource,
  response: Source,
  errors: ["conflict"],
  example: {
    body: { name: "app", repository: "https://github.com/acme/app" },
    response: { ...EXAMPLE, lastRead: null },
  },
});

export const changeSourceOperation = defineOperation({
  ...SHARED,
  limits: [],
  id: "changeSource",
  method: "POST",
  path: "/v2/agent/{projectId}/source/{name}",
  summary: "Change a source",
  description: "Sets another ref or name. Running jobs finish with the commits they have read.",
  scope: "write",
  params: SourceParams,
  body: ChangeSource,
  response: Source,
  errors: ["conflict"],
  example: { body: { ref: "v2" }, response: { ...EXAMPLE, ref: "v2" } },
});

export const removeSourceOperation = defineOperation({
  ...SHARED,
  limits: [],
  id: "removeSource",
  method: "POST",
  path: "/v2/agent/{projectId}/source/{name}/remove",
  summary: "Remove a source",
  description: "Removes the source from the project. The repository does not change.",
  scope: "write",
  params: SourceParams,
  body: none,
  response: RemovedSource,
  example: { response: { name: "app" } },
});

export const SOURCE_OPERATIONS = [
  listSourcesOperation,
  addSourceOperation,
  changeSourceOperation,
  removeSourceOperation,
] as const;
