/**
 * Details of messages, which bundles for production leave out. A file of its own, because `typewire-runtime` has
 * another build of it for each platform (`#explain`).
 */

/** Declared here, because projects may have no types of Node. Bundlers replace the whole of `process.env.NODE_ENV`. */
declare const process: { readonly env: { readonly NODE_ENV?: string } };

/**
 * Writes a part of a message; `undefined` in a bundle for production. A bundler that replaces
 * `process.env.NODE_ENV` finds this function empty, and drops each call with its text. Builds for Node, where
 * bytes cost little, have the texts in production, too.
 * @param write A function, so that what a text is made of is dropped with it.
 */
export function explain(write: () => string): string | undefined {
  try {
    if (process.env.NODE_ENV !== "production") return write();
  } catch {
    return write(); // a browser without a bundler has no `process`
  }
}
