/** Sample texts, chosen by format, by the name of the property, or to fit limits. */
import type { Limits } from "../../json-schema/plan.js";

/** As long as a commit id. */
const DIGEST = "0123456789abcdef0123456789abcdef01234567";

/** Texts by format. URLs begin with the base URL of the vendor. */
const BY_FORMAT: Readonly<Record<string, (baseUrl: string) => string>> = {
  "date-time": () => "2026-01-01T00:00:00Z",
  date: () => "2026-01-01",
  time: () => "00:00:00Z",
  email: () => "jane@example.com",
  hostname: () => "example.com",
  ipv4: () => "192.0.2.1",
  ipv6: () => "2001:db8::1",
  uri: (baseUrl) => `${baseUrl}/example`,
  "uri-reference": () => "/example",
  "uri-template": (baseUrl) => `${baseUrl}/example{/name}`,
  uuid: () => "00000000-0000-4000-8000-000000000000",
};

/** Texts by property name, for properties without a format. The first match is used. */
const BY_NAME: readonly (readonly [RegExp, (baseUrl: string) => string])[] = [
  [/(^|_)url$/, (baseUrl) => `${baseUrl}/example`],
  [/_at$|(^|_)timestamp$/, () => "2026-01-01T00:00:00Z"],
  [/(^|_)(sha|oid)$|^(before|after|commit_id|tree_id)$/, () => DIGEST],
  [/^node_id$/, () => "RXhhbXBsZQ=="],
  [/^full_name$/, () => "jane/example"],
  [/(^|_)login$|^(username|actor)$/, () => "jane"],
  [/(^|_)email$/, () => "jane@example.com"],
  [/(^|_)branch$/, () => "main"],
  [/(^|_)ref$/, () => "refs/heads/main"],
  [/^color$/, () => "0e8a16"],
  [/^(body|description|summary|message)$/, () => "An example."],
  [/^title$/, () => "An example"],
  [/^version$/, () => "1.0.0"],
];

/** Texts that are tried if the usual one does not match a `pattern`. */
const CANDIDATES = ["example", "1", DIGEST, "1.0.0", "A", "2026-01-01T00:00:00Z", ""];

/** A text chosen by format, or else by name. It respects the length limits, and the pattern if a candidate does. */
export function sampleText(name: string, limits: Limits, baseUrl: string): string {
  const byName = BY_NAME.find(([pattern]) => pattern.test(name))?.[1];
  const example = (BY_FORMAT[limits.format ?? ""] ?? byName)?.(baseUrl) ?? "example";
  return fit([example, ...CANDIDATES], limits);
}

/** Tests whether an example is a text that respects the length limits and the pattern. */
export function isFittingText(value: unknown, limits: Limits): boolean {
  return (
    typeof value === "string" &&
    value !== "" &&
    fit([value], limits) === value &&
    matchesPattern(value, limits)
  );
}

function matchesPattern(text: string, { pattern }: Limits): boolean {
  return pattern === undefined || !isQuick(pattern) || new RegExp(pattern, "u").test(text);
}

/** Limit for `minLength`; samples ignore the rest of a larger one. */
const MAX_TEXT_LENGTH = 1_000;

/** The first text that matches the pattern when it is made long or short enough; without one, the first text. */
function fit(texts: readonly string[], limits: Limits): string {
  const { minLength = 0, maxLength: most = Infinity } = limits;
  const least = Math.min(minLength, MAX_TEXT_LENGTH);
  const sized = texts.map((text) => text.padEnd(least, "x").slice(0, most));
  const [firstChoice = ""] = sized;
  return sized.find((text) => matchesPattern(text, limits)) ?? firstChoice;
}

/** A pattern with many repetitions can take minutes, even with a short text. */
function isQuick(pattern: string): boolean {
  const repetitions = pattern.match(/[*+]|(?<!\()\?|\{\d+,\d*\}/g) ?? [];
  return repetitions.length <= MAX_REPETITIONS && !/\)(?:[*+]|\{\d)/.test(pattern);
}

/** Limit of repetitions in a pattern that is tried. */
const MAX_REPETITIONS = 6;
