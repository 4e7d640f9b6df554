import { unknownRoute } from "../../../../server/http/unknown-route.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = unknownRoute;
