/** A package that `init` makes of a description that does not say how deliveries are signed. */
import { cp } from "node:fs/promises";
import { expect } from "vitest";
import { createTestCli, type TestCli } from "./cli.js";

export async function makeShopPackage(): Promise<TestCli> {
  const shop = await createTestCli();
  const argv = ["init", "--name", "shop-sdk", "--from", "-"];
  const { code, err } = await shop.run(argv, { input: DESCRIPTION });
  expect(code, err).toBe(0);
  return shop;
}

/** Copies a package, because to make one takes longer. */
export async function copyPackage({ folder }: TestCli): Promise<TestCli> {
  const copy = await createTestCli();
  await cp(folder, copy.folder, { recursive: true });
  return copy;
}

/** Fills in the signature, without which the client receives no deliveries. */
export function fillInSignature(shop: TestCli): Promise<void> {
  return editFile(shop, "schema/vendor.yaml", / *# TODO signature.*/, "  signature: stripe");
}

/** Replaces a part of a file, which has to be there. */
export async function editFile(shop: TestCli, path: string, from: RegExp, to: string) {
  const text = await shop.read(path);
  expect(text).toMatch(from);
  await shop.write(path, text.replace(from, to));
}

const DESCRIPTION = `openapi: 3.1.0
info: { title: Shop, version: "1" }
servers: [{ url: https://api.shop.example }]
paths:
  /orders:
    get: { operationId: listOrders, summary: List orders., responses: { "200": { description: ok } } }
webhooks:
  order.paid:
    post:
      requestBody:
        content:
          application/json:
            schema:
              type: object
              required: [type, total]
              properties: { type: { const: order.paid }, total: { type: number } }
      responses: { "200": { description: ok } }
`;
