/**
 * Answers by a description, as a process of its own: each operation with its first successful response.
 * Prints its address. Anything else gets 404.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import process from "node:process";
import { type Document, type JsonMap, mapOf, readDocument } from "../descriptions/document.js";
import { listOperations, type Operation } from "../descriptions/operations.js";
import { sampleOf } from "../descriptions/samples.js";

const NOT_FOUND = { status: 404, type: "application/json", body: '{"message":"Not found"}' };

const [file = ""] = process.argv.slice(2);
const document = readDocument(file);
const answers = [...listOperations(document)]
  .map(toAnswer)
  .sort((one, other) => one.placeholders - other.placeholders);

const server = createServer((request, response) => {
  request.resume().on("end", () => {
    const { method = "", url = "" } = request;
    const path = url.replace(/\?.*/s, "");
    const answer = answers.find((each) => each.method === method && each.path.test(path));
    const { status, type, body } = answer ?? NOT_FOUND;
    response.writeHead(status, type === undefined ? {} : { "content-type": type });
    response.end(body);
  });
});
server.listen(0, "127.0.0.1", () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});

function toAnswer(operation: Operation): Answer {
  const { method, path } = operation;
  const [, url = ""] = operation.route.split(" ");
  const described = mapOf(findOperation(document, url, method)["responses"]);
  const [status = "200", response = {}] =
    Object.entries(described).find(([each]) => /^(?:2|default)/.test(each)) ?? [];
  const [[type, content] = []] = Object.entries(mapOf(document.resolve(response)["content"]));
  const pattern = path.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{[^}]*\}/g, "[^/]+");
  return {
    method,
    path: new RegExp(`${pattern}$`),
    placeholders: path.split("{").length - 1,
    status: Number.isInteger(Number(status)) ? Number(status) : 200,
    type: type?.includes("*") === true ? "application/json" : type,
    body: type === undefined ? undefined : printBody(document, type, mapOf(content)),
  };
}

function findOperation({ root, resolve }: Document, url: string, method: string): JsonMap {
  return resolve(resolve(mapOf(root["paths"])[url])[method.toLowerCase()]);
}

function printBody(described: Document, type: string, content: JsonMap): string {
  const sample = content["example"] ?? sampleOf(described, content["schema"] ?? {}, "everything");
  return /json|\*/.test(type) ? JSON.stringify(sample) : String(sample);
}

/** The answer to requests of one operation. */
interface Answer {
  readonly method: string;
  readonly path: RegExp;
  /** Placeholders in the path: of several answers that match, the one with the fewest is meant. */
  readonly placeholders: number;
  readonly status: number;
  readonly type: string | undefined;
  readonly body: string | undefined;
}
