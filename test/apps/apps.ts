/** Apps, as their own generators make them, and what `test/apps/run.ts` does with each. */

export interface App {
  readonly name: string;
  /** Makes the app in the folder `app`, without installing anything. */
  readonly generator?: readonly string[];
  /** Files of the template, by path, where a generator downloads it from elsewhere than the registry of npm. */
  readonly files?: Readonly<Record<string, string>>;
  /** Packages that are installed beside those of the generator. */
  readonly install?: readonly string[];
  /** Options of `add` beyond the usual ones. */
  readonly options?: readonly string[];
  /** Files of `examples/apps/NAME`, which replace those of the generator: the edits of a user. */
  readonly edits: readonly string[];
  /** A command that a user runs beside the edits of files. It counts as one of them. */
  readonly command?: readonly string[];
  /** Files of the app, by path, in place of those that load something from the internet while it is built. */
  readonly offline?: Readonly<Record<string, string>>;
  /** Checks types, where the build does not. */
  readonly check?: readonly string[];
  readonly build: readonly string[];
  /** Serves the built page on a port, or prints what it has. */
  readonly serve:
    | { readonly kind: "command"; readonly argv: (port: number) => readonly string[] }
    | { readonly kind: "folder"; readonly folder: string }
    | { readonly kind: "program"; readonly argv: readonly string[] };
}

/** The template `minimal` of create-nuxt 3.37.0. */
const NUXT = {
  "package.json": JSON.stringify({
    name: "nuxt-app",
    type: "module",
    private: true,
    scripts: { build: "nuxt build", dev: "nuxt dev", postinstall: "nuxt prepare" },
    dependencies: { nuxt: "^4.2.0", vue: "^3.5.22", "vue-router": "^4.6.3" },
  }),
  "nuxt.config.ts": "export default defineNuxtConfig({ compatibilityDate: '2025-07-15' })\n",
  "tsconfig.json": JSON.stringify({
    files: [],
    references: ["app", "server", "shared", "node"].map((name) => ({
      path: `./.nuxt/tsconfig.${name}.json`,
    })),
  }),
  "app/app.vue": "<template><NuxtWelcome /></template>\n",
};

export const APPS: readonly App[] = [
  {
    name: "vite",
    generator: [
      "npx",
      "-y",
      "create-vite@9.3.0",
      "app",
      "--template",
      "react-ts",
      "--no-interactive",
    ],
    edits: ["src/App.tsx", "vite.config.ts"],
    build: ["npm", "run", "build"],
    serve: {
      kind: "command",
      argv: (port) => ["npx", "vite", "preview", "--host", "127.0.0.1", "--port", String(port)],
    },
  },
  {
    name: "next",
    generator: [
      "npx",
      "-y",
      "create-next-app@16.4.3",
      "app",
      "--ts",
      "--eslint",
      "--app",
      "--src-dir",
      "--no-tailwind",
      "--import-alias",
      "@/*",
      "--skip-install",
      "--disable-git",
      "--yes",
    ],
    edits: ["src/app/page.tsx"],
    // The layout that the generator makes downloads fonts, which a check without a network cannot.
    offline: {
      "src/app/layout.tsx":
        "export default ({ children }: { children: React.ReactNode }) => <html><body>{children}</body></html>;\n",
    },
    build: ["npm", "run", "build"],
    serve: {
      kind: "command",
      argv: (port) => ["npx", "next", "start", "-H", "127.0.0.1", "-p", String(port)],
    },
  },
  {
    name: "nuxt",
    files: NUXT,
    edits: ["server/api/projects.get.ts", "app/app.vue"],
    build: ["npm", "run", "build"],
    serve: { kind: "command", argv: () => ["node", ".output/server/index.mjs"] },
  },
  {
    name: "sveltekit",
    generator: [
      "npx",
      "-y",
      "sv@0.17.1",
      "create",
      "app",
      "--template",
      "minimal",
      "--types",
      "ts",
      "--no-add-ons",
      "--no-install",
    ],
    options: ["--to", "src/lib/acme"],
    edits: ["src/routes/+page.server.ts", "src/routes/+page.svelte"],
    check: ["npm", "run", "check"],
    build: ["npm", "run", "build"],
    serve: {
      kind: "command",
      argv: (port) => ["npx", "vite", "preview", "--host", "127.0.0.1", "--port", String(port)],
    },
  },
  {
    name: "angular",
    generator: [
      "npx",
      "-y",
      "@angular/cli@22.2.7",
      "new",
      "app",
      "--defaults",
      "--skip-install",
      "--skip-git",
      "--ssr=false",
      "--interactive=false",
    ],
    edits: ["src/app/app.ts"],
    build: ["npm", "run", "build"],
    serve: { kind: "folder", folder: "dist/app/browser" },
  },
  {
    name: "node",
    generator: ["npm", "init", "-y"],
    install: ["typescript@7.0", "@types/node@24"],
    command: ["npm", "pkg", "set", "type=module"],
    edits: ["main.ts", "tsconfig.json"],
    build: ["npx", "tsc"],
    serve: { kind: "program", argv: ["node", "main.ts"] },
  },
];
