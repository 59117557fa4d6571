import { randomFillSync } from 'node:crypto';

const bytes = Buffer.alloc(16);

/** A UUID of version 7: ids sort by creation time, so a range of ids selects a part of the log. */
export function newRequestId(now: number = Date.now()): string {
  randomFillSync(bytes, 6);
  bytes.writeUIntBE(now, 0, 6);
  bytes[6] = (bytes[6]! & 0x0f) | 0x70;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
