/** Frameworks, and the examples that show each of them. */
import type { EventName } from "./program.js";

/** A program of `examples/` that receives deliveries, and what it does. */
export interface Framework {
  readonly name: string;
  /** Has the lines of glue; its first folder is the example. */
  readonly file: string;
  /** A delivery that it handles, and the beginning of the line that it prints then. */
  readonly handles?: readonly [name: EventName, printed: string];
  /** At SIGTERM: it waits for all handlers, or the framework ends it without asking. */
  readonly end: "drains" | "ends";
  /** Run from the root of the repository, whose packages it uses. Others have `npm start` in their folder. */
  readonly isOfRoot?: true;
  /** A copy elsewhere is run, with this version of Express. */
  readonly express?: string;
}

export const PUSH = ["push", "push to refs/"] as const;

/** Versions of Express, the first of which the repository does not install. */
export const EXPRESS = ["4.22.3", "5.3.0"] as const;

const PULL_REQUEST = ["pull_request.opened", "#"] as const;

export const FRAMEWORKS: readonly Framework[] = [
  {
    name: "node:http",
    file: "node-http/server.ts",
    isOfRoot: true,
    handles: ["issues.opened", "opened: "],
    end: "drains",
  },
  {
    name: "Express 5",
    file: "express/server.ts",
    isOfRoot: true,
    handles: PULL_REQUEST,
    end: "drains",
  },
  {
    name: "Express 4",
    file: "express/server.ts",
    express: EXPRESS[0],
    handles: PULL_REQUEST,
    end: "drains",
  },
  { name: "Fastify", file: "fastify/server.ts", isOfRoot: true, end: "drains" },
  { name: "Hono", file: "hono/app.ts", isOfRoot: true, handles: ["push", "refs/"], end: "drains" },
  { name: "Koa", file: "koa/server.mjs", end: "drains" },
  { name: "NestJS", file: "nest/server.mjs", end: "drains" },
  { name: "h3", file: "h3/server.mjs", end: "drains" },
  { name: "Nuxt", file: "nuxt/server/routes/api/vendor/webhooks.post.js", end: "drains" },
  { name: "Next.js", file: "next/app/api/vendor/webhooks/route.ts", end: "ends" },
  { name: "SvelteKit", file: "sveltekit/src/routes/api/vendor/webhooks/+server.ts", end: "drains" },
  { name: "Astro", file: "astro/src/pages/api/vendor/webhooks.ts", end: "ends" },
  { name: "React Router", file: "react-router/app/routes/webhooks.ts", end: "drains" },
  { name: "Cloudflare", file: "cloudflare/worker.ts", end: "ends" },
  { name: "Vercel", file: "vercel/api/webhooks.ts", end: "ends" },
  { name: "AWS Lambda", file: "lambda/handler.ts", end: "ends" },
  { name: "Google Cloud", file: "google-cloud/index.mjs", end: "ends" },
  { name: "Deno", file: "deno/server.mjs", end: "drains" },
  { name: "Bun", file: "bun/server.mjs", end: "drains" },
];
