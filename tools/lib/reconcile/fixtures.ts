import type { Ours, Theirs } from './records';

/** Records for the tests of the comparison: `their('a')` and `our('a')` are of one payment of 1000 that was captured. */
export const noon = Date.parse('2026-11-01T12:00:00.000Z');
export const at = (minutes: number): string => new Date(noon + minutes * 60_000).toISOString();

export const their = (id: string, changes: Partial<Theirs> = {}): Theirs => ({
  kind: 'payment',
  reference: `ref_${id}`,
  chargeReference: null,
  ourId: `our_${id}`,
  state: 'succeeded',
  amount: 1000,
  moved: 1000,
  currency: 'USD',
  createdAt: at(0),
  ...changes,
});

export const our = (id: string, changes: Partial<Ours> = {}): Ours => ({
  ...their(id),
  ourId: `our_${id}`,
  objectId: `pay_${id}`,
  paymentId: `pay_${id}`,
  isWaiting: false,
  internalState: 'charged',
  ...changes,
});
