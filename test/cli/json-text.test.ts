/** Edits of package.json by `add`: an entry is added, and the rest of the text stays as it was. */
import { describe, expect, it } from "vitest";
import { addEntry } from "../../cli/app/json-text.js";

describe("[N.1] edits of package.json", () => {
  it.each<[what: string, before: string, after: string]>([
    ["no entry", "{}", '{"dependencies": {"b": "1"}}'],
    [
      "an object without the key",
      '{\n  "name": "x"\n}\n',
      '{\n  "name": "x",\n  "dependencies": {\n    "b": "1"\n  }\n}\n',
    ],
    [
      "an empty object",
      '{\n    "dependencies": {},\n    "name": "x"\n}',
      '{\n    "dependencies": {\n        "b": "1"\n    },\n    "name": "x"\n}',
    ],
    [
      "sorted names",
      '{\n\t"dependencies": {\n\t\t"a": "1",\n\t\t"c": "1"\n\t}\n}',
      '{\n\t"dependencies": {\n\t\t"a": "1",\n\t\t"b": "1",\n\t\t"c": "1"\n\t}\n}',
    ],
    [
      "names before all others",
      '{\n  "dependencies": {\n    "c": "1"\n  }\n}',
      '{\n  "dependencies": {\n    "b": "1",\n    "c": "1"\n  }\n}',
    ],
    [
      "names that are not sorted",
      '{\n  "dependencies": {\n    "z": "1",\n    "a": "1"\n  }\n}',
      '{\n  "dependencies": {\n    "z": "1",\n    "a": "1",\n    "b": "1"\n  }\n}',
    ],
    [
      "line ends of Windows",
      '{\r\n  "dependencies": {\r\n    "a": "1"\r\n  }\r\n}\r\n',
      '{\r\n  "dependencies": {\r\n    "a": "1",\r\n    "b": "1"\r\n  }\r\n}\r\n',
    ],
    ["one line", '{"dependencies":{"a":"1"},"x":1}', '{"dependencies":{"a":"1","b": "1"},"x":1}'],
    [
      "texts with braces, quotes and the key",
      '{\n  "a": "} \\" {",\n  "b": ["dependencies", { "c": null }],\n  "dependencies": {\n    "a": "1"\n  }\n}',
      '{\n  "a": "} \\" {",\n  "b": ["dependencies", { "c": null }],\n  "dependencies": {\n    "a": "1",\n    "b": "1"\n  }\n}',
    ],
    [
      "a key of that name inside of another",
      '{\n  "pnpm": { "dependencies": { "x": "1" } },\n  "dependencies": {\n    "c": "1"\n  }\n}',
      '{\n  "pnpm": { "dependencies": { "x": "1" } },\n  "dependencies": {\n    "b": "1",\n    "c": "1"\n  }\n}',
    ],
    [
      "a byte order mark",
      '\ufeff{\n  "x": 1\n}',
      '\ufeff{\n  "x": 1,\n  "dependencies": {\n    "b": "1"\n  }\n}',
    ],
  ])("keep everything else in a file with %s", (_what, before, after) => {
    const edited = addEntry(before, "dependencies", "b", "1");
    expect(edited).toBe(after);
    expect(JSON.parse(edited.replace(/^\ufeff/, ""))).toMatchObject({ dependencies: { b: "1" } });
  });
});
