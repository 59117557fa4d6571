import type { WireResponse } from '../errors';
import type { FieldDigests } from './domain/field-digests';

/** A response as it is stored, sealed, with the digests of its request's fields; older and redacted ones have none. */
export interface StoredAnswer extends WireResponse {
  readonly fields?: FieldDigests;
}

/** A line with all but the body, then the body as it is: escaped within a JSON text it would compress half as well. */
export const answerText = ({ body, ...head }: StoredAnswer): string => `${JSON.stringify(head)}\n${body}`;

/** The answer of its text. Older ones are one JSON text, which has no line break. */
export function answerOf(text: string): StoredAnswer {
  const end = text.indexOf('\n');
  if (end === -1) return JSON.parse(text) as StoredAnswer;
  return { ...(JSON.parse(text.slice(0, end)) as Omit<StoredAnswer, 'body'>), body: text.slice(end + 1) };
}
