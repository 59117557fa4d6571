/** What the reference says of an operation: a title of a few words, and two or three sentences of what the call does. */
export interface OperationText {
  readonly summary: string;
  readonly description: string;
}

/** By operation id of `api/openapi.json`. */
export type OperationWords = Readonly<Record<string, OperationText>>;
