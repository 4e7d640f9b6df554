import { unknownRoute } from "#server/http/endpoint.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = unknownRoute;
