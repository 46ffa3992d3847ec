/** Formats Markdown as the pages of a made package have it. */
export async function formatMarkdown(text: string): Promise<string> {
  const { format } = await import("prettier");
  return format(text, { parser: "markdown", printWidth: 100, proseWrap: "always" });
}
