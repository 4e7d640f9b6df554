// A child for tests: answers each question but one, at which it ends.
process.on("message", ({ type }: { type: string }) => {
  if (type === "last") process.exit();
  process.send?.({ type, answer: `${type}!` });
});
// Its channel alone keeps no child alive.
setInterval(() => undefined, 1_000);
