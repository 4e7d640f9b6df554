/** A piece of an answer, in the words of the chat client library. */
export type StreamPiece = { type: string };
