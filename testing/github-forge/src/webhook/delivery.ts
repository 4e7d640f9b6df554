/** An event on its way to an App, or one that has arrived. */
export type Delivery = {
  /** `X-GitHub-Delivery`; a redelivery bears it again. */
  guid: string;
  event: string;
  action: string | null;
  appId: number;
  /** The body as it was signed and sent. */
  body: string;
  /** What each try was answered; null where nobody answered. */
  answers: (number | null)[];
};
