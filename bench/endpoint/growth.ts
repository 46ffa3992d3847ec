import { createFinalURL, createQuerySerializer, defaultPathSerializer } from "openapi-fetch";
import { parseTemplate } from "url-template";
import type { Job } from "../harness/job.js";
import { checkResult } from "./equal.js";
import { encode } from "./encode.js";
import { readingUrls } from "./read-url.js";
import { accept, agent, base, json, octokit, ours } from "./subjects.js";

type TextRecord = Record<string, string>;

const headers = `headers: { accept, "user-agent": agent }`;

const querySerializer = createQuerySerializer();

/** The same call with 1, 10 and 25 parameters: the ratio must not grow with them. */
export const growthJobs: readonly Job[] = [1, 10, 25].flatMap((count) => {
  const names = Array.from({ length: count }, (_, index) => `key_${index}`);
  return [inQuery(names), inPath(names), inBody(names)].map(readingUrls);
});

function inQuery(names: readonly string[]): Job {
  const parameters = parametersOf(names);
  const written = names.map(
    (name, index) => `${index === 0 ? "?" : "&"}${name}=\${encode(p.${name})}`,
  );
  const template = parseTemplate(`${base}/search/code{?${names.join(",")}}`);
  return {
    name: `${names.length} in the query`,
    ours: () => ours("GET /search/code", parameters),
    limit: call(
      straightLine(`method: "get", url: \`\${base}/search/code${written.join("")}\`, ${headers}`),
      parameters,
    ),
    peers: {
      "@octokit/endpoint": () => octokit("GET /search/code", parameters),
      "url-template": () => template.expand(parameters),
      "openapi-fetch": () => finalUrl("/search/code", { query: parameters }),
    },
    check: checkResult,
  };
}

function inPath(names: readonly string[]): Job {
  const parameters = parametersOf(names);
  const path = names.map((name) => `/{${name}}`).join("");
  const written = names.map((name) => `/\${encode(p.${name})}`);
  const template = parseTemplate(base + path);
  return {
    name: `${names.length} in the path`,
    ours: () => ours(`GET ${path}`, parameters),
    limit: call(
      straightLine(`method: "get", url: \`\${base}${written.join("")}\`, ${headers}`),
      parameters,
    ),
    peers: {
      "@octokit/endpoint": () => octokit(`GET ${path}`, parameters),
      "url-template": () => template.expand(parameters),
      "openapi-fetch": () => finalUrl(path, { path: parameters }),
    },
    check: checkResult,
  };
}

function inBody(names: readonly string[]): Job {
  const parameters = parametersOf(names);
  const written = names.map((name) => `${name}: p.${name}`);
  const content = `headers: { accept, "user-agent": agent, "content-type": json }`;
  return {
    name: `${names.length} in the body`,
    ours: () => ours("POST /markdown", parameters),
    limit: call(
      straightLine(
        `method: "post", url: \`\${base}/markdown\`, ${content}, body: { ${written.join(", ")} }`,
      ),
      parameters,
    ),
    peers: { "@octokit/endpoint": () => octokit("POST /markdown", parameters) },
    check: checkResult,
  };
}

/** As data comes in: an object whose keys the engine keeps in a shape, however many they are. */
function parametersOf(names: readonly string[]): TextRecord {
  const record = Object.fromEntries(names.map((name, index) => [name, `value-${index}`]));
  return JSON.parse(JSON.stringify(record)) as TextRecord;
}

type Write = (parameters: TextRecord) => object;

/** What one would have to write by hand for so many parameters. */
function straightLine(properties: string): Write {
  const source = `return (p) => ({ ${properties} });`;
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- many names, written out
  const create = new Function("encode", "base", "accept", "agent", "json", source);
  return Reflect.apply(create, undefined, [encode, base, accept, agent, json]) as Write;
}

function call(write: Write, parameters: TextRecord): () => object {
  return () => write(parameters);
}

function finalUrl(path: string, params: { query?: TextRecord; path?: TextRecord }): string {
  return createFinalURL(path, {
    baseUrl: base,
    params,
    querySerializer,
    pathSerializer: defaultPathSerializer,
  });
}
