import { randomBytesFromStock } from '@payorch/kernel';

/** version, trace id, span id, flags; ids of zeros only are invalid. */
const wellFormed = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

const randomHex = (bytes: number): string => randomBytesFromStock(bytes).toString('hex');

/** The W3C header if it is valid, else null: callers are not trusted. */
export const validTraceparent = (header: string | undefined): string | null =>
  header !== undefined && wellFormed.test(header) ? header : null;

/** Starts a new trace. */
export const newTraceparent = (): string => `00-${randomHex(16)}-${randomHex(8)}-01`;

/** The same trace under a new span; a new trace if the header is invalid. */
export const childOf = (traceparent: string | undefined): string => {
  const parent = validTraceparent(traceparent);
  return parent === null ? newTraceparent() : `${parent.slice(0, 36)}${randomHex(8)}${parent.slice(52)}`;
};
