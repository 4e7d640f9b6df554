import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["packages/**/*.test.ts", "apps/**/*.test.ts", "tooling/**/*.test.ts", "bench/src/**/*.test.ts"],
    exclude: ["**/node_modules/**", "**/.next/**"],
    globalSetup: ["packages/db/src/testing-setup.ts"],
    // Vite sets this one to "/" for pages; for us it would be a wrong address.
    env: { BASE_URL: "" },
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
});
