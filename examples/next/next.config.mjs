/** The file of settings has a name of its own, since this repository lints examples by its own settings. */
const config = { typescript: { tsconfigPath: "tsconfig.next.json" } };
export { config as default };
