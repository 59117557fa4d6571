import { hash } from 'node:crypto';
import { JsonDocument } from '../../validation';
import type { DigestedRequest } from './request-digest';

/** By top-level field of a body: 66 bits of a keyed hash, since a field may contain a card number or personal data. */
export type FieldDigests = Readonly<Record<string, string>>;

const digestLength = 11;

/**
 * The secret comes first and the digest is cut, so no text can be appended to one whose digest is known. An HMAC for each field would
 * cost seven times as much.
 */
const digestOf = (name: string, value: unknown, secret: string): string =>
  hash('sha256', `idempotency field ${secret} ${JSON.stringify([name, value])}`, 'base64url').slice(0, digestLength);

function fieldsOf(body: unknown): readonly (readonly [string, unknown])[] {
  const value = body instanceof JsonDocument ? body.value : body;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.entries(value).filter(([, field]) => field !== undefined);
}

export const fieldDigests = ({ body }: Pick<DigestedRequest, 'body'>, secret: string): FieldDigests =>
  Object.fromEntries(fieldsOf(body).map(([name, value]) => [name, digestOf(name, value, secret)]));

/** Names of the interface. A body without a class may have others, which are not repeated. */
const isName = /^\w{1,64}$/;

/** Callers with a secret key. A browser that knows a key must not learn by trial what the merchant sent under it. */
const mayCompare = ({ caller: [kind] }: Pick<DigestedRequest, 'caller'>): boolean =>
  kind === 'merchant' || kind === 'admin';

/**
 * The top-level fields in which a request differs from the first one under its key. `secrets`: any of them may have made
 * the stored digests.
 */
export function differingFields(
  first: FieldDigests,
  request: Pick<DigestedRequest, 'body' | 'caller'>,
  secrets: readonly string[],
): readonly string[] {
  if (!mayCompare(request)) return [];
  const second = new Map(fieldsOf(request.body));
  const isEqual = (name: string): boolean =>
    second.has(name) && secrets.some((secret) => digestOf(name, second.get(name), secret) === first[name]);
  return [...new Set([...Object.keys(first), ...second.keys()])].filter((name) => isName.test(name) && !isEqual(name));
}
