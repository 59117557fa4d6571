import { RoutableConnectorChoice, wrongType } from '@payorch/rest';
import { BodyError } from '../../errors';
import { validPart } from '../../validation';
import type { SentChoice } from './default-order';

/** A choice may be a bare connector name. */
const asObject = (sent: unknown): unknown => (typeof sent === 'string' ? { connector: sent } : sent);

/**
 * Reads the accounts of a default order.
 * @throws BodyError where the body is no list of accounts
 */
export function readChoices(body: unknown): readonly SentChoice[] {
  if (body === undefined) throw new BodyError('Json deserialize error: EOF while parsing a value at line 1 column 1');
  if (!Array.isArray(body)) throw new BodyError(`Json deserialize error: ${wrongType(body, 'a sequence').text}`);
  return body.map((sent: unknown, index) => validPart(asObject(sent), RoutableConnectorChoice, [index]));
}
