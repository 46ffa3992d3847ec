/** Names of operations, from which names of types are made. */
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { describeApi, importAlone, importInto } from "../../cases/codegen/import/describe.js";

const LONG_WORDS = "list configured third party integration settings for an organization member";
const LONG = LONG_WORDS.replace(/ (.)/g, (_, letter: string) => letter.toUpperCase());

describe("the name of an operation", () => {
  it.each<
    readonly [
      what: string,
      key: string,
      id: string | undefined,
      tag: string | undefined,
      name: string,
    ]
  >([
    ["repeats no tag", "POST /orders", "ordersOrdersInvoice", "orders", "orders/invoice"],
    ["repeats no tag at its end", "GET /orders", "listOrders", "orders", "orders/list"],
    ["repeats no singular of the tag", "GET /o/{id}", "getOrder", "orders", "orders/get"],
    ["repeats no plural", "GET /p", "list_policies", "Policy", "policy/list"],
    ["repeats no tag of several words", "GET /k", "listAPIKeys", "API Keys", "api-keys/list"],
    ["repeats no tag in its middle", "GET /i", "getOrderItems", "orders", "orders/get-items"],
    ["repeats no first word of the path", "GET /pets", "listPets", undefined, "pets/list"],
    [
      "repeats nothing",
      "POST /predict",
      "v1betaModelsV1betaModelsPredict",
      "v1beta models",
      "v1beta-models/predict",
    ],
    [
      "repeats no route",
      "GET /items/{item_id}",
      "read_item_items__item_id__get",
      "x",
      "x/read-item",
    ],
    ["is the method where nothing is left", "PUT /orders", "orders", "orders", "orders/put"],
    ["keeps what it is about", "DELETE /a", "deleteSiteAsset", "asset", "asset/delete-site-asset"],
    [
      "of a long group is not long",
      "GET /l",
      "fetchTranscriptionOfTheRecording",
      "Api20100401 recording transcription details",
      "recording-transcription-details/fetch-recording",
    ],
    ["keeps other words", "GET /borders", "listBorders", "orders", "orders/list-borders"],
    ["that is divided stays", "GET /a", "orders/list-orders", "other", "orders/list-orders"],
    ["without an id is made of the route", "GET /a/{b}/c", undefined, "t", "t/get-a-b-c"],
    [
      "is not long",
      "GET /x",
      LONG,
      "organization settings",
      "organization-settings/list-settings-organization-member",
    ],
  ])("%s", (_, key, id, tag, name) => {
    expect(namesOf(importAlone(describeOperations({ [key]: [id, tag] })))).toEqual({ [key]: name });
  });

  it("keeps what tells routes apart, and the import tells it", () => {
    const text = describeOperations({
      "GET /orders": ["getOrders", "orders"],
      "GET /orders/{id}": ["getOrder", "orders"],
      "DELETE /orders": ["clearOrders", "orders"],
    });
    const imported = importAlone(text);
    expect(namesOf(imported)).toEqual({
      "GET /orders": "orders/get-orders",
      "GET /orders/{id}": "orders/get-order",
      "DELETE /orders": "orders/clear",
    });
    expect(imported.notes).toContain(
      "The operation `orders/get` is another route's: GET /orders, GET /orders/{id}.",
    );
  });

  it("is not that of another identifier", () => {
    const text = describeOperations({ "GET /x": ["a/b-c"], "GET /y": ["a-b/c"] });
    expect(namesOf(importAlone(text))).toEqual({ "GET /x": "a/b-c", "GET /y": "a-b/get-y" });
  });

  it("is not among those of thousands that are the same", () => {
    const keys = Array.from({ length: 300 }, (_, index) => `GET /x${index}`);
    const text = describeOperations(Object.fromEntries(keys.map((key) => [key, ["same", "t"]])));
    expect(new Set(Object.values(namesOf(importAlone(text)))).size).toBe(keys.length);
  });

  it("stays as it is in routes.yaml, and no other gets it", () => {
    const first = { "GET /orders": ["listOrders", "orders"] } as const;
    const { texts } = importAlone(describeOperations(first));
    const routes = (texts["routes.yaml"] ?? "").replace("orders/list", "orders/mine");
    const both = { ...first, "GET /my-orders": ["mine", "orders"] } as const;
    const again = importInto({ ...texts, "routes.yaml": routes }, describeOperations(both));
    expect(namesOf(again)).toEqual({
      "GET /orders": "orders/mine",
      "GET /my-orders": "orders/get-my-orders",
    });
  });
});

function namesOf({ texts }: ReturnType<typeof importAlone>) {
  const routes = parse(texts["routes.yaml"] ?? "") as Record<string, { operation: string }>;
  return Object.fromEntries(Object.entries(routes).map(([key, each]) => [key, each.operation]));
}

function describeOperations(operations: Operations): string {
  const paths: Record<string, Record<string, object>> = {};
  for (const [key, [operationId, tag]] of Object.entries(operations)) {
    const [method = "", url = ""] = key.split(" ");
    const parameters = [...url.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
      name,
      in: "path",
      required: true,
      schema: { type: "string" },
    }));
    const operation = { operationId, parameters, ...(tag !== undefined && { tags: [tag] }) };
    paths[url] = { ...paths[url], [method.toLowerCase()]: operation };
  }
  return describeApi({ paths });
}

/** From `<METHOD> <url>` to the operation's id and tag. */
type Operations = Readonly<
  Record<string, readonly [id: string | undefined, tag?: string | undefined]>
>;
