import { vi } from "vitest";

// Vite puts its own BASE_URL (`/`) into the environment of a test run.
vi.stubEnv("BASE_URL", "");
vi.stubEnv("LOG_LEVEL", "silent");
