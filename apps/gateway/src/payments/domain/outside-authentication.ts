import type { AuthenticationProof, Refusal } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
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

const wrong = (field: string): Refusal => refuse('invalid_value', { field: `three_ds_data.${field}` });

/**
 * Checks the proof of an authentication that the merchant's own 3DS server made. The card comes with it, in the same request: a
 * browser that sends another card later sends it without the proof.
 */
export function checkOutsideAuthentication(sent: PaymentRequest): Refusal | undefined {
  const { three_ds_data: data } = sent;
  if (!isPresent(data)) return undefined;
  if (sent.request_external_three_ds_authentication === true)
    return notAllowed('three_ds_data', 'three_ds_data and request_external_three_ds_authentication exclude each other');
  if (data.transaction_status !== 'Y' && data.transaction_status !== 'A') return wrong('transaction_status');
  const cryptogram = cryptogramOf(sent);
  if (cryptogram === undefined) return refuse('missing_param', { field: 'authentication_cryptogram' });
  if (!cryptogramPattern.test(cryptogram)) return wrong('authentication_cryptogram');
  if (isPresent(data.eci) && !eciPattern.test(data.eci)) return wrong('eci');
  if (isPresent(data.version) && !versionPattern.test(data.version)) return wrong('version');
  if (isPresent(data.ds_trans_id) && data.ds_trans_id.length > longestId) return wrong('ds_trans_id');
  if (!sent.payment_method_data?.card)
    return notAllowed('three_ds_data', 'three_ds_data belongs to a card in the same request');
  return undefined;
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
