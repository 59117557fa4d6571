import type { Brand } from './brand';
import { randomByte, randomBytesFromStock } from './random';

export type OrganizationId = Brand<string, 'OrganizationId'>;
export type MerchantId = Brand<string, 'MerchantId'>;
export type ProfileId = Brand<string, 'ProfileId'>;
export type MerchantConnectorId = Brand<string, 'MerchantConnectorId'>;
export type CustomerId = Brand<string, 'CustomerId'>;
export type PaymentId = Brand<string, 'PaymentId'>;
export type AttemptId = Brand<string, 'AttemptId'>;
export type CaptureId = Brand<string, 'CaptureId'>;
/** The id of one operation at one processor: the only idempotency key of that operation, for its whole life. */
export type OperationId = Brand<string, 'OperationId'>;
export type RefundId = Brand<string, 'RefundId'>;
export type PayoutId = Brand<string, 'PayoutId'>;
export type PayoutAttemptId = Brand<string, 'PayoutAttemptId'>;
export type DisputeId = Brand<string, 'DisputeId'>;
export type FileId = Brand<string, 'FileId'>;
export type RelayId = Brand<string, 'RelayId'>;
export type AuthenticationId = Brand<string, 'AuthenticationId'>;
export type RoutingAlgorithmId = Brand<string, 'RoutingAlgorithmId'>;
export type CardReference = Brand<string, 'CardReference'>;
export type EventId = Brand<string, 'EventId'>;

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Bytes at or above this would favour the first letters: 248 is the largest multiple of 62 below 256. */
const unbiasedBelow = 248;

/** `length` random characters of [0-9A-Za-z], from the system's secure generator; 5.95 bits each. */
export function randomText(length: number): string {
  let text = '';
  while (text.length < length) {
    const byte = randomByte();
    if (byte < unbiasedBelow) text += alphabet[byte % alphabet.length];
  }
  return text;
}

/** `{prefix}_` and 20 random characters: the form of every id that the interface generates. */
export const newId = <Id extends string>(prefix: string): Id => `${prefix}_${randomText(20)}` as Id;

export const newPaymentId = (): PaymentId => newId('pay');
export const newRefundId = (): RefundId => newId('ref');
/** The interface promises exactly 30 characters. */
export const newPayoutId = (): PayoutId => `payout_${randomText(23)}` as PayoutId;
/** `evt_` and a UUID of version 7 without dashes: ids of later events sort after ids of earlier events. */
export function newEventId(now: Date): EventId {
  const time = now.getTime().toString(16).padStart(12, '0');
  const random = randomBytesFromStock(10).toString('hex');
  const variant = '89ab'[Number.parseInt(random[3]!, 16) & 3]!;
  return `evt_${time}7${random.slice(0, 3)}${variant}${random.slice(4, 19)}` as EventId;
}
export const newOperationId = (): OperationId => newId('op');
/** Attempt numbers never restart: `pay_x_1`, `pay_x_2`. */
export const attemptIdOf = (payment: PaymentId, number: number): AttemptId => `${payment}_${number}` as AttemptId;
export const payoutAttemptIdOf = (payout: PayoutId, number: number): PayoutAttemptId =>
  `${payout}_${number}` as PayoutAttemptId;
export const captureIdOf = (attempt: AttemptId, number: number): CaptureId => `${attempt}_${number}` as CaptureId;

/** The form of reference ids that a caller may choose: 1 to 64 characters of [A-Za-z0-9_-]. */
export const referenceIdPattern = /^[A-Za-z0-9_-]{1,64}$/;

/** The key of every message about an object. Ids of the interface are unique only per merchant. */
export const keyOf = (merchant: MerchantId, object: string): string => `${merchant}/${object}`;
