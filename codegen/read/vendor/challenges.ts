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
  const value = webhooks["challenge"];
  if (!Array.isArray(value)) checkChallenge(document, value, CHALLENGE);
  else value.forEach((one, index) => checkChallenge(document, one, [...CHALLENGE, index]));
  checkHashes(document, webhooks);
}

const CHALLENGE: Path = ["webhooks", "challenge"];

function checkChallenge(document: YamlDocument, value: unknown, at: Path): void {
  if (!isMap(value) || !isMap(value["when"])) return;
  const locations = Object.keys(CONDITION_LOCATIONS).filter(
    (key) => key in (value["when"] as JsonMap),
  );
  if (locations.length !== 1) {
    const got = locations.length === 0 ? "none of them" : alternatives(locations, "and");
    const message = `The map has ${got}; expected one of \`path\`, \`header\` and \`query\`.`;
    document.complain([...at, "when"], { message, atKey: true });
    return;
  }
  for (const [location, key] of Object.entries(CONDITION_LOCATIONS)) {
    if (key === undefined || !(key in value) || locations.includes(location)) continue;
    const message = `The key \`${key}\` stands beside \`when: { ${locations.join()} }\`; expected it only beside \`when: { ${location} }\`.`;
    document.complain([...at, key], { message, atKey: true });
  }
  checkAnswer(document, value["answer"], [...at, "answer"]);
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
function checkHashes(document: YamlDocument, webhooks: JsonMap): void {
  const challenges = Array.isArray(webhooks["challenge"])
    ? webhooks["challenge"].map((one: unknown, index) => ({ one, at: [...CHALLENGE, index] }))
    : [{ one: webhooks["challenge"], at: CHALLENGE }];
  const hashes = challenges.flatMap(({ one, at }) => {
    return listTexts(valueAt(one, "answer"), [...at, "answer"])
      .filter(({ text }) => listHashedNames(text).length > 0)
      .slice(0, 1);
  });
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

function listTexts(value: unknown, path: Path): readonly { text: string; path: Path }[] {
  if (typeof value === "string") return [{ text: value, path }];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) =>
    listTexts(one, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}
