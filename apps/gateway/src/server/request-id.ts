import { randomBytesFromStock } from '@payorch/kernel';
import { redactText } from '@payorch/platform/telemetry';

/** A UUID of version 7, in its usual form. */
function uuidOf(now: number): string {
  const bytes = randomBytesFromStock(16);
  bytes.writeUIntBE(now, 0, 6);
  bytes[6] = (bytes[6]! & 0x0f) | 0x70;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/**
 * A UUID of version 7: ids sort by creation time, so a range of ids selects a part of the log. Up to 1 of 130 such ids
 * contains digits that pass for a card number, which the log masks; another id is drawn for these, so that every log
 * line shows the id that the client received. The draws end: the time alone has fewer digits than a card number.
 */
export function newRequestId(now: number = Date.now()): string {
  let id = uuidOf(now);
  while (redactText(id) !== id) id = uuidOf(now);
  return id;
}
