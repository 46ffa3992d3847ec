import adapter from "@sveltejs/adapter-node";

const config = { kit: { adapter: adapter() } };
export { config as default };
