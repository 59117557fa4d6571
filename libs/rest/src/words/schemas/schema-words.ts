/** What a schema of `api/openapi.json` is, by its name: whole sentences, with units and the time of its appearance. */
export type SchemaWords = Readonly<Record<string, string>>;
