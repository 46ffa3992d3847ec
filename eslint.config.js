import tseslint from "typescript-eslint";

export default tseslint.config(
  {
    ignores: [
      "**/dist/",
      "**/node_modules/",
      "docs/site/*",
      "!docs/site/build/",
      "generated/",
      "**/fixtures/",
      "test/vendors/",
      "test/*/edge/",
      "examples/vendors/",
      "examples/*/.*/",
      "examples/*/build/",
      "examples/next/next-env.d.ts",
      "test/examples/.vendors-*/",
      "test/cli/.packages/",
    ],
  },
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      // Numbers and booleans read well in templates; objects still do not.
      "@typescript-eslint/restrict-template-expressions": [
        "error",
        { allowNumber: true, allowBoolean: true },
      ],
      // `onAny(() => count++)` is how handlers are written.
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      // What users throw and reject with is what the toolkit has to pass on untouched.
      "@typescript-eslint/only-throw-error": "off",
      "@typescript-eslint/prefer-promise-reject-errors": "off",
      "@typescript-eslint/consistent-type-imports": "error",
      // `{ left, ...rest }` is how an object without one property is written.
      "@typescript-eslint/no-unused-vars": ["error", { ignoreRestSiblings: true }],
      // `{}` means "anything but null and undefined" in the placeholder types.
      "@typescript-eslint/no-empty-object-type": "off",
      "no-restricted-syntax": [
        "error",
        { selector: "ExportDefaultDeclaration", message: "Named exports only." },
      ],
    },
  },
  {
    // One statement for each module: `import { type A, b } from`.
    files: ["src/**/*.ts", "codegen/**/*.ts", "scripts/**/*.ts", "examples/**/*.ts"],
    rules: { "no-duplicate-imports": "error" },
  },
  {
    // Comments begin with a noun or a verb: a clause as a subject needs a second reading.
    files: ["src/**/*.ts", "codegen/**/*.ts", "cli/**/*.ts", "scripts/**/*.ts", "bench/**/*.ts"],
    rules: {
      "no-warning-comments": [
        "error",
        {
          terms: ["what", "how", "whether", "which", "those", "whoever", "nobody"],
          location: "start",
          decoration: ["*"],
        },
      ],
    },
  },
  {
    // The generator is a library without side effects; `codegen/files/` adapts it to the file system.
    files: ["codegen/**/*.ts"],
    ignores: ["codegen/files/**"],
    rules: {
      "no-restricted-imports": [
        "error",
        {
          patterns: [
            {
              regex: "^(node:)?(fs|process|child_process|worker_threads)(/|$)",
              message: "Only codegen/files/ and cli/ read files and arguments.",
            },
          ],
        },
      ],
      "no-restricted-globals": [
        "error",
        { name: "process", message: "Only cli/ reads arguments and sets exit codes." },
        { name: "console", message: "Only cli/ prints." },
      ],
    },
  },
  {
    // Tests look at what untyped callers pass and get: matchers and parsed JSON are `any`.
    files: ["test/**"],
    rules: {
      "@typescript-eslint/no-unsafe-argument": "off",
      "@typescript-eslint/no-unsafe-assignment": "off",
      "@typescript-eslint/no-unsafe-call": "off",
      "@typescript-eslint/no-unsafe-member-access": "off",
      "@typescript-eslint/no-unsafe-return": "off",
      "@typescript-eslint/require-await": "off",
      "@typescript-eslint/unbound-method": "off",
      "@typescript-eslint/no-confusing-void-expression": "off",
      "@typescript-eslint/consistent-type-imports": ["error", { disallowTypeAnnotations: false }],
      "no-restricted-syntax": "off",
    },
  },
  {
    // Type tests are statements for the compiler; most of them do nothing else.
    files: ["test/types/*.types.ts", "test/types/assert.ts", "test/*consumer/*.ts"],
    rules: {
      "@typescript-eslint/no-unnecessary-type-parameters": "off",
      "@typescript-eslint/consistent-type-imports": "off",
      "@typescript-eslint/no-floating-promises": "off",
      "@typescript-eslint/no-unnecessary-condition": "off",
      "@typescript-eslint/no-unnecessary-type-assertion": "off",
      "@typescript-eslint/no-unused-expressions": "off",
      "@typescript-eslint/no-unused-vars": "off",
    },
  },
  {
    files: ["**/*.config.{js,ts}", "*.config.{js,ts}"],
    rules: { "no-restricted-syntax": "off" },
  },
  { files: ["**/*.js", "**/*.mjs", "**/*.cjs"], extends: [tseslint.configs.disableTypeChecked] },
);
