import { redactText } from '@payorch/platform/telemetry';
import type { IHeaders } from 'kafkajs';
import { headerOf } from './dead-letter';

/** Fields whose texts are words of the interface or ids, and never what a person wrote. */
const shownFields =
  /^(?:.*(?:Id|_id)|id|type|kind|state|status|flow|event|object|currency|connector|connectorName|outcome|code|version|operation)$/;
const maxDepth = 12;

function maskedValue(value: unknown, field: string, depth: number): unknown {
  if (typeof value === 'string')
    return shownFields.test(field) && value.length <= 128 ? redactText(value) : `[text of ${value.length}]`;
  if (value === null || typeof value !== 'object')
    return typeof value === 'number' && redactText(String(value)) !== String(value) ? '[number]' : value;
  if (depth === 0) return '[…]';
  if (Array.isArray(value)) return value.map((one) => maskedValue(one, field, depth - 1));
  // A name may be what a person wrote: of metadata, for example.
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      /^\w{1,64}$/.test(name) ? redactText(name) : `[name of ${name.length}]`,
      isFreeForm(field) ? maskedValue(one, '', depth - 1) : maskedValue(one, name, depth - 1),
    ]),
  );
}

/** What merchants and processors put into these is their own. */
const isFreeForm = (field: string): boolean => /metadata|data$|fields$|response|raw/i.test(field);

/** A body for a person: its form, with ids and words of the interface; every other text is its length. */
export function maskedBody(body: Buffer, isSealed: boolean): unknown {
  if (isSealed) return `[sealed, ${body.length} bytes]`;
  try {
    return maskedValue(JSON.parse(body.toString()), '', maxDepth);
  } catch {
    return `[not JSON, ${body.length} bytes]`;
  }
}

/** Headers that give access: the key of a body, wrapped, and the place of a reply. */
const hiddenHeaders = new Set(['datakey', 'replytopic', 'replycorrelationid']);

/** The headers of a dead letter for a person. */
export const shownHeaders = ({ headers = {} }: { readonly headers?: IHeaders | undefined }): Record<string, string> =>
  Object.fromEntries(
    Object.keys(headers).map((name) => {
      const text = headerOf({ headers }, name) ?? '';
      return [name, hiddenHeaders.has(name) ? `[text of ${text.length}]` : redactText(text)];
    }),
  );
