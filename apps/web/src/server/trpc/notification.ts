import { sendTestNotification, TestNotification } from "@docsteward/services/notification/send-test";
import {
  getNotificationSettings,
  readUnsubscribeToken,
  SaveNotificationSettings,
  saveNotificationSettings,
  UnsubscribeToken,
} from "@docsteward/services/notification/settings";
import { publicProcedure, router, signedInProcedure } from "./init.ts";

/** What a person wants to be notified of. */
export const notificationRouter = router({
  get: signedInProcedure.query(({ ctx }) => getNotificationSettings(ctx.services)),

  save: signedInProcedure
    .input(SaveNotificationSettings)
    .mutation(({ ctx, input }) => saveNotificationSettings(ctx.services, input)),

  test: signedInProcedure
    .input(TestNotification)
    .mutation(({ ctx, input }) => sendTestNotification(ctx.services, input)),

  /** What the link of a mail would switch off. */
  previewUnsubscribe: publicProcedure
    .input(UnsubscribeToken)
    .query(({ ctx, input }) => ({ kinds: readUnsubscribeToken(ctx.services, input).kinds })),
});
