import type { AuthenticationProof, Refusal } from '@payorch/contracts';
import { firstRefusal, refuse } from '@payorch/contracts';
import { isPresent, type PaymentRequest } from './payment-request';
import { notAllowed } from './request-check';

/** An authentication value has 20 bytes, and some networks' values a few more. */
const cryptogramPattern = /^[A-Za-z0-9+/]{26,56}={0,2}$/;
const eciPattern = /^\d{1,2}$/;
const versionPattern = /^2\.\d\.\d$/;
const longestId = 64;

function cryptogramOf({ three_ds_data: data }: PaymentRequest): string | undefined {
  const value = data?.authentication_cryptogram?.cavv?.['authentication_cryptogram'];
  return typeof value === 'string' ? value : undefined;
}

const wrong = (field: string, allowed: string): Refusal =>
  refuse('value_not_allowed', { field: `three_ds_data.${field}`, allowed });

function checkCryptogram(sent: PaymentRequest): Refusal | undefined {
  const cryptogram = cryptogramOf(sent);
  if (cryptogram !== undefined)
    return cryptogramPattern.test(cryptogram)
      ? undefined
      : wrong('authentication_cryptogram', 'base64 of 26 to 56 characters');
  const field = 'authentication_cryptogram';
  return refuse('missing_param', { field, path: `three_ds_data.${field}` });
}

type Proof = NonNullable<PaymentRequest['three_ds_data']>;

const checks: readonly ((data: Proof, sent: PaymentRequest) => Refusal | undefined)[] = [
  ({ transaction_status: status }) =>
    status === 'Y' || status === 'A' ? undefined : wrong('transaction_status', 'Y, A'),
  (_, sent) => checkCryptogram(sent),
  ({ eci }) => (isPresent(eci) && !eciPattern.test(eci) ? wrong('eci', 'one or two digits') : undefined),
  ({ version }) =>
    isPresent(version) && !versionPattern.test(version) ? wrong('version', 'a version such as 2.2.0') : undefined,
  ({ ds_trans_id: id }) =>
    isPresent(id) && id.length > longestId ? wrong('ds_trans_id', `at most ${longestId} characters`) : undefined,
  (_, { payment_method_data: data }) =>
    data?.card ? undefined : notAllowed('three_ds_data', 'three_ds_data belongs to a card in the same request'),
];

/**
 * Checks the proof of an authentication that the merchant's own 3DS server made. The card comes with it, in the same request: a
 * browser that sends another card later sends it without the proof.
 */
export function checkOutsideAuthentication(sent: PaymentRequest): Refusal | undefined {
  const { three_ds_data: data } = sent;
  if (!isPresent(data)) return undefined;
  return firstRefusal(checks, data, sent);
}

/** The proof of a checked request. */
export function outsideAuthenticationOf(sent: PaymentRequest): AuthenticationProof | undefined {
  const { three_ds_data: data } = sent;
  const cryptogram = cryptogramOf(sent);
  if (!isPresent(data) || cryptogram === undefined) return undefined;
  return {
    transactionStatus: data.transaction_status === 'A' ? 'A' : 'Y',
    cryptogram,
    eci: data.eci ?? null,
    dsTransactionId: data.ds_trans_id ?? null,
    version: data.version ?? null,
  };
}
