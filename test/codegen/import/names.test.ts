/** Names of methods, which an import takes from extensions, ids and paths. */
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import type { SchemaFile } from "../../../codegen/read-schema.js";
import { NAME_CASES } from "../../cases/codegen/import/method-names.js";
import { callsOf, describeRoutes, importText } from "./named-routes.js";

describe("the method of a route", () => {
  it.each(NAME_CASES)("is named by $title", ({ routes }) => {
    const imported = importText(describeRoutes(routes));
    const expected = Object.entries(routes).map(([key, { method }]) => [key, method] as const);
    expect(Object.fromEntries(callsOf(imported))).toEqual(Object.fromEntries(expected));
  });

  it.each(NAME_CASES)("does not depend on the order: $title", ({ routes }) => {
    const reversed = Object.fromEntries(Object.entries(routes).reverse());
    const names = callsOf(importText(describeRoutes(reversed)));
    expect(names).toEqual(callsOf(importText(describeRoutes(routes))));
  });

  it.each(NAME_CASES)("stays at a second import: $title", ({ routes }) => {
    const text = describeRoutes(routes);
    const first = importText(text);
    const second = importText(text, first.folder);
    expect(second.files).toEqual(first.files);
  });

  it("is told where the import is least sure of it, with the key that says another", () => {
    const { notes } = importText(
      describeRoutes({
        "GET /a/{id}/b": {},
        "GET /c/{id}/d": { tag: "B" },
        "PUT /rooms/{id}": {},
        "PATCH /rooms/{id}": {},
        "GET /a/{b}?beta=true": { id: "betaGetA" },
        "GET /a/{b}": { id: "getA" },
      }),
    );
    expect(notes.filter((note) => note.startsWith("Named less surely"))).toEqual([
      "Named less surely, because several routes want one name; `method` in routes.yaml says another: GET /a/{b}?beta=true (`a.betaGetA`).",
    ]);
  });

  it("is written where the operation does not say it", () => {
    const { files } = importText(
      describeRoutes({
        "GET /a": { id: "repos/get" },
        "GET /pets": { id: "allPets" },
      }),
    );
    const routes = parse(files.find(({ path }) => path === "routes.yaml")?.text ?? "");
    expect(routes).toMatchObject({
      "GET /a": { operation: "repos/get" },
      "GET /pets": { operation: "pets/all", method: "pets.list" },
    });
    expect(routes["GET /a"]).not.toHaveProperty("method");
  });

  it("that a person wrote stays, and the name that the description says is noted", () => {
    const fern = (method: string) => ({
      more: { "x-fern-sdk-group-name": "pets", "x-fern-sdk-method-name": method },
    });
    const pets = { "GET /pets": fern("all") };
    const dogs = { "GET /dogs": fern("mine") };
    const edited = editRoutes(importText(describeRoutes(pets)).folder, (text) =>
      text.replace("method: pets.all\n", "method: pets.mine\n  was: pets.all\n"),
    );
    const again = importText(describeRoutes({ ...pets, ...dogs }), edited);
    expect(
      again.model.routes.map(({ key, call, formerCalls }) => [key, call, ...formerCalls]),
    ).toEqual([
      ["GET /pets", "pets.mine", "pets.all"],
      ["GET /dogs", "dogs.list"],
    ]);
    expect(again.notes.filter((note) => note.includes("method"))).toEqual([
      "Kept the name of a method, which this import would change: GET /pets (`pets.mine`, not `pets.all`).",
      "A method has another name than the given one, which is taken or reserved: GET /dogs (`dogs.list`, not `pets.mine`).",
    ]);
  });

  it("of an older folder is what the operation says", () => {
    const text = describeRoutes({ "GET /pets": { id: "allPets" } });
    const older = editRoutes(importText(text).folder, (routes) =>
      routes.replace(/ {2}method: .*\n/g, ""),
    );
    expect([...callsOf(importText(text, older)).values()]).toEqual(["pets.all"]);
    expect(importText(text, older).notes.join()).not.toContain("method");
  });
});

function editRoutes(
  folder: readonly SchemaFile[],
  edit: (text: string) => string,
): readonly SchemaFile[] {
  return folder.map((file) =>
    file.path === "routes.yaml" ? { ...file, text: edit(file.text) } : file,
  );
}
