/** JSON as an example has it. */
export type ExampleJson =
  | string
  | number
  | boolean
  | null
  | readonly ExampleJson[]
  | { readonly [key: string]: ExampleJson };

type Texts = Readonly<Record<string, string>>;

/**
 * A request of the reference that works against the demo merchant. A text may contain `{{operation id.path}}` or
 * `{{operation id/variant.path}}`: a value of the answer to an earlier example.
 */
export interface Example {
  /** The operation id of `api/openapi.json`. */
  readonly operation: string;
  /** The title of one of several examples of an operation. */
  readonly variant?: string;
  /** Examples that a caller sends anew each time before this one, because this one uses their object up. */
  readonly needs?: readonly string[];
  readonly path?: Texts;
  readonly query?: Texts;
  readonly headers?: Texts;
  readonly body?: ExampleJson;
  /** The content of a file, sent as a form in place of a body. */
  readonly file?: string;
  /** The content type of the file; by default that of CSV. */
  readonly fileType?: string;
  /** The texts of the form beside the file. */
  readonly fields?: Texts;
  /** The status of the answer if the example shows an error; else the answer is a success. */
  readonly status?: number;
}

/** An answer to an example, as it was recorded. */
export interface ExampleAnswer {
  readonly status: number;
  readonly body: ExampleJson;
}

export type ExampleAnswers = Readonly<Record<string, ExampleAnswer>>;

/** The name of an example: the operation, with its variant if it has one. */
export const exampleName = ({ operation, variant }: Pick<Example, 'operation' | 'variant'>): string =>
  variant === undefined ? operation : `${operation}/${variant}`;
