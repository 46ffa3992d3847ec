import { isYamlMap, type Report, type YamlDocument, type YamlMap } from "./yaml-document.js";

type Path = readonly (string | number)[];

const CHALLENGE: Path = ["webhooks", "challenge"];

/** The keys of `when` that say where to look, each with the keys of a challenge that only it has. */
const LOCATIONS: Readonly<Record<string, string | undefined>> = {
  path: "signed",
  header: undefined,
  query: "token",
};

/** Reports challenges that contradict themselves. The rest is in `vendor.schema.json`. */
export function checkChallenges(document: YamlDocument, value: unknown, report: Report): void {
  if (!Array.isArray(value)) checkChallenge(document, value, CHALLENGE, report);
  else value.forEach((one, index) => checkChallenge(document, one, [...CHALLENGE, index], report));
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

function quote(key: string): string {
  return `\`${key}\``;
}
