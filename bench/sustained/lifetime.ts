/** Ends this process with the one that has started it, and in any case after a while. */
export function boundLifetime(seconds: number): void {
  process.on("disconnect", () => process.exit());
  setTimeout(() => process.exit(1), seconds * 1000).unref();
}
