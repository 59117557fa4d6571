import { type JsonObject, withoutPersonalData } from '@payorch/contracts';

/** The event body without the personal data of its object; undefined where it has none. */
export function redactBody(body: Buffer): Buffer | undefined {
  const event = JSON.parse(body.toString('utf8')) as JsonObject;
  const redacted = Buffer.from(JSON.stringify(withoutPersonalData(event)));
  return redacted.equals(body) ? undefined : redacted;
}
