/** Sentences about tokens of OAuth 2 that the README of a package and its site have in common. */
import { GUIDES } from "../../io/tool.js";

/** @param from Markdown that names where the tokens come from. */
export function describeTokens(from: string): string {
  return `The client gets tokens from ${from} itself: one for all calls, a new one before it ends, and once more after a 401. If it gets none, calls reject with an \`OAuthError\`.`;
}

/** The guide, as the subject of a sentence. */
export const SIGNING_IN = `[Signing in](${GUIDES}/sending-requests.md#signing-in)`;
