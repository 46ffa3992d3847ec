/** A generated package of a service with OAuth 2, as files, and in a folder of its own. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll } from "vitest";
import { generate, type GeneratedFile } from "../../codegen/generate.js";
import { readSchema } from "../../codegen/read-schema.js";

export const AUTH = "{ oauth2: /oauth/token, scopes: { read: Reads things., write: } }";

/** Further line of `vendor.yaml`, for a class with the surface of one that Stainless made. */
export const STAINLESS = "surface: stainless\n";

const ROUTES = `GET /things:
  operation: things/list
  responses:
    200: { type: object, required: [scope], properties: { scope: { type: string } } }
`;

/** @param more further lines of `vendor.yaml`. */
export function generateClient(auth: string, more = ""): Promise<readonly GeneratedFile[]> {
  const vendor = `name: acme\ntitle: Acme\nbaseUrl: https://api.acme.example\nauth: ${auth}\n`;
  return generate(
    readSchema([
      { path: "vendor.yaml", text: vendor + more },
      { path: "routes.yaml", text: ROUTES },
    ]),
  );
}

/** Creates a folder beside the sources that a client imports, and removes it after the tests of the file. */
export function createRunFolder(): string {
  const folder = mkdtempSync(fileURLToPath(new URL(".client-", import.meta.url)));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function writeFiles(folder: string, files: readonly GeneratedFile[]): void {
  for (const { path, text } of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}
