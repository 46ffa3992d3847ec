import node from "@astrojs/node";
import { defineConfig } from "astro/config";

const config = defineConfig({ output: "server", adapter: node({ mode: "standalone" }) });
export { config as default };
