import { findSigningRisk, listHashedNames } from "../../src/signatures/plan/challenge-text.js";
import { planSignature } from "../../src/signatures/plan/plan.js";
import { readSignature } from "./signature.js";
import { isYamlMap, type Report, type YamlDocument, type YamlMap } from "./yaml-document.js";

type Path = readonly (string | number)[];

const CHALLENGE: Path = ["webhooks", "challenge"];

/** The keys of `when` that say where to look, each with the keys of a challenge that only it has. */
const LOCATIONS: Readonly<Record<string, string | undefined>> = {
  path: "signed",
  header: undefined,
  query: "token",
};

/**
 * Reports challenges that contradict themselves, or sign for anyone who asks. The rest is in
 * `vendor.schema.json`.
 */
export function checkChallenges(document: YamlDocument, webhooks: YamlMap, report: Report): void {
  const value = webhooks["challenge"];
  if (!Array.isArray(value)) checkChallenge(document, value, CHALLENGE, report);
  else value.forEach((one, index) => checkChallenge(document, one, [...CHALLENGE, index], report));
  checkHashes(document, webhooks, report);
}

function checkChallenge(document: YamlDocument, value: unknown, at: Path, report: Report): void {
  if (!isYamlMap(value) || !isYamlMap(value["when"])) return;
  const locations = Object.keys(LOCATIONS).filter((key) => key in (value["when"] as YamlMap));
  if (locations.length !== 1) {
    const got = locations.length === 0 ? "none of them" : locations.map(quote).join(" and ");
    const message = `The map has ${got}; expected one of \`path\`, \`header\` and \`query\`.`;
    report(document.diagnose([...at, "when"], { message, atKey: true }));
    return;
  }
  for (const [location, key] of Object.entries(LOCATIONS)) {
    if (key === undefined || !(key in value) || locations.includes(location)) continue;
    const message = `The key \`${key}\` stands beside \`when: { ${locations.join()} }\`; expected it only beside \`when: { ${location} }\`.`;
    report(document.diagnose([...at, key], { message, atKey: true }));
  }
  checkAnswer(document, value["answer"], [...at, "answer"], report);
}

function checkAnswer(document: YamlDocument, answer: unknown, at: Path, report: Report): void {
  if (!isYamlMap(answer) || !("json" in answer) || !("text" in answer)) return;
  const message = "The answer has `json` and `text`; expected one of them.";
  report(document.diagnose(at, { message, atKey: true }));
}

/** Reports the first HMAC in each answer where it could be the signature of a delivery. */
function checkHashes(document: YamlDocument, webhooks: YamlMap, report: Report): void {
  const challenges = Array.isArray(webhooks["challenge"])
    ? webhooks["challenge"].map((one: unknown, index) => ({ one, at: [...CHALLENGE, index] }))
    : [{ one: webhooks["challenge"], at: CHALLENGE }];
  const hashes = challenges.flatMap(({ one, at }) => {
    const answer = isYamlMap(one) ? one["answer"] : undefined;
    return listTexts(answer, [...at, "answer"])
      .filter(({ text }) => listHashedNames(text).length > 0)
      .slice(0, 1);
  });
  const risk = hashes.length === 0 ? undefined : findRisk(webhooks);
  if (risk === undefined) return;
  for (const { path } of hashes) {
    const message = `The answer to a challenge holds \`{hmac:…}\` ${risk}`;
    report(document.diagnose(path, { message }));
  }
}

/** `undefined` also for a signature that is refused by itself. */
function findRisk({ signature, body }: YamlMap): string | undefined {
  try {
    const description = readSignature(signature);
    const { content } = planSignature(description);
    return findSigningRisk(description.algorithm, content, body !== "form");
  } catch {
    return undefined; // reported where the signature is
  }
}

function listTexts(value: unknown, path: Path): readonly { text: string; path: Path }[] {
  if (typeof value === "string") return [{ text: value, path }];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) =>
    listTexts(one, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}

function quote(key: string): string {
  return `\`${key}\``;
}
