/** The notation of a body. */
export type BodyKind = "json" | "form" | "multipart" | "text" | "bytes";

export function kindOf(mediaType: string): BodyKind {
  const type = bareType(mediaType);
  if (/[/+]json$/.test(type)) return "json";
  if (type === "application/x-www-form-urlencoded") return "form";
  if (type === "multipart/form-data") return "multipart";
  return type.startsWith("text/") ? "text" : "bytes";
}

/** Tests whether a media type has fields that are written one by one. */
export function isForm(mediaType: string): boolean {
  return ["form", "multipart"].includes(kindOf(mediaType));
}

/** A media type in lowercase, without its parameters. */
export function bareType(mediaType: string): string {
  return (mediaType.split(";", 1)[0] ?? "").trim().toLowerCase();
}
