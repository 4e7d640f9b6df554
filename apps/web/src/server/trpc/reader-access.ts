import {
  clearReaderAccess,
  getReaderAccess,
  rotateReaderSecret,
  SetReaderAccess,
  setReaderAccess,
} from "@docsteward/services/reader-access/settings";
import { adminProcedure, router, viewerProcedure } from "./init.ts";

/** How readers prove their groups. A secret is in the answer that made it, and in no other. */
export const readerAccessRouter = router({
  get: viewerProcedure.query(({ ctx }) => getReaderAccess(ctx.project)),

  set: adminProcedure.input(SetReaderAccess).mutation(({ ctx, input }) => setReaderAccess(ctx.project, input)),

  rotate: adminProcedure.mutation(({ ctx }) => rotateReaderSecret(ctx.project)),

  clear: adminProcedure.mutation(({ ctx }) => clearReaderAccess(ctx.project)),
});
