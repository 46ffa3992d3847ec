/** Checks requests that are answered without a handler, by which a service proves the address. */
import {
  findSigningRisk,
  listHashedNames,
} from "../../../src/receive/signatures/plan/challenge-text.js";
import { planSignature } from "../../../src/receive/signatures/plan/plan.js";
import { isMap, type JsonMap } from "../../model/json.js";
import { alternatives } from "../../model/messages.js";
import { type Path, valueAt, type YamlDocument } from "../documents/yaml-document.js";
import { readSignature } from "./signature.js";

/** Complains about contradictory challenges, and about those that sign any text for any sender. */
export function checkChallenges(document: YamlDocument, webhooks: JsonMap): void {
  const challenges = listChallenges(webhooks);
  for (const { challenge, at } of challenges) checkChallenge(document, challenge, at);
  checkHashes(document, webhooks, challenges);
}

/** The challenges, each with its path. A single one needs no list. */
function listChallenges({ challenge }: JsonMap): readonly LocatedChallenge[] {
  const path: Path = ["webhooks", "challenge"];
  if (!Array.isArray(challenge)) return [{ challenge, at: path }];
  return challenge.map((each: unknown, index) => ({ challenge: each, at: [...path, index] }));
}

function checkChallenge(document: YamlDocument, challenge: unknown, at: Path): void {
  if (!isMap(challenge)) return;
  const { when, answer } = challenge;
  if (!isMap(when)) return;
  const locations = Object.keys(CONDITION_LOCATIONS).filter((key) => key in when);
  if (locations.length !== 1) {
    const got = locations.length === 0 ? "none of them" : alternatives(locations, "and");
    const message = `The map has ${got}; expected one of \`path\`, \`header\` and \`query\`.`;
    document.complain([...at, "when"], { message, atKey: true });
    return;
  }
  for (const [location, key] of Object.entries(CONDITION_LOCATIONS)) {
    if (key === undefined || !(key in challenge) || locations.includes(location)) continue;
    const message = `The key \`${key}\` stands beside \`when: { ${locations.join()} }\`; expected it only beside \`when: { ${location} }\`.`;
    document.complain([...at, key], { message, atKey: true });
  }
  checkAnswer(document, answer, [...at, "answer"]);
}

/** The locations of `when`, each with the key of a challenge that is allowed only there. */
const CONDITION_LOCATIONS: Readonly<Record<string, string | undefined>> = {
  path: "signed",
  header: undefined,
  query: "token",
};

function checkAnswer(document: YamlDocument, answer: unknown, at: Path): void {
  if (!isMap(answer) || !("json" in answer) || !("text" in answer)) return;
  const message = "The answer has `json` and `text`; expected one of them.";
  document.complain(at, { message, atKey: true });
}

/** Complains about the first HMAC in each answer, if it could be the signature of a delivery. */
function checkHashes(
  document: YamlDocument,
  webhooks: JsonMap,
  challenges: readonly LocatedChallenge[],
): void {
  const hashes = challenges.flatMap(({ challenge, at }) =>
    listTexts(valueAt(challenge, "answer"), [...at, "answer"])
      .filter(({ text }) => listHashedNames(text).length > 0)
      .slice(0, 1),
  );
  const risk = hashes.length === 0 ? undefined : findRisk(webhooks);
  if (risk === undefined) return;
  for (const { path } of hashes) {
    const message = `The answer to a challenge holds \`{hmac:…}\` ${risk}`;
    document.complain(path, { message });
  }
}

/** Finds the risk of signing answers; `undefined` also for an invalid signature. */
function findRisk({ signature, body }: JsonMap): string | undefined {
  try {
    const description = readSignature(signature);
    const { content } = planSignature(description);
    return findSigningRisk(description.algorithm, content, body !== "form");
  } catch {
    return undefined; // reported at the signature
  }
}

/** All texts inside a value, each with its path. */
function listTexts(value: unknown, path: Path): readonly { text: string; path: Path }[] {
  if (typeof value === "string") return [{ text: value, path }];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) =>
    listTexts(child, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}

interface LocatedChallenge {
  /** It may be invalid. */
  readonly challenge: unknown;
  readonly at: Path;
}
