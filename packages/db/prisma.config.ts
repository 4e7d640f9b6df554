import { defineConfig } from "prisma/config";

// `generate` needs no engine, yet Prisma fetches one unless a path is named. Only for `generate`: `migrate` with a false engine applies nothing and reports nothing.
if (process.argv.includes("generate")) process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath;

export default defineConfig({
  schema: "../../prisma/schema.prisma",
  migrations: { path: "../../prisma/migrations" },
});
