/** By name of a field: what it is, in one or two sentences. Limits and units are added from the schema. */
export type FieldWords = Readonly<Record<string, string>>;
