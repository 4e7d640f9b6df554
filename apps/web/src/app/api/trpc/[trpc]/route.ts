import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { requestIdOf } from "../../../../server/http/request-id.ts";
import { services } from "../../../../server/services.ts";
import { appRouter } from "../../../../server/trpc/root.ts";

const answer = (req: Request) =>
  fetchRequestHandler({
    endpoint: "/api/trpc",
    req,
    router: appRouter,
    createContext: async () => ({ services: services(), requestId: requestIdOf(req) }),
  });

export { answer as GET, answer as POST };
