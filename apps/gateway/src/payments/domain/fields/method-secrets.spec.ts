import { paymentFields } from '@payorch/contracts';
import type { MerchantId } from '@payorch/kernel';
import { Secret } from '@payorch/kernel';
import { open } from '@payorch/platform/sealing';
import { generateKeyPairSync } from 'node:crypto';
import { z } from 'zod';
import { CardSealer } from '../../../sealing';
import { type PaymentRequest, otherMethodData } from '../payment-request';
import { toPaymentFields } from './to-payment-fields';

const pair = generateKeyPairSync('x25519');
const keys = new Map([['k1', pair.privateKey]]);
const merchantId = 'acme' as MerchantId;
const sealer = new CardSealer({
  sealingKey: { kid: 'k1', key: pair.publicKey },
  fingerprintKey: new Secret('key'),
  vault: { store: () => Promise.resolve('stored') },
  facts: { of: () => Promise.resolve(null) },
});

/** Secrets of payment methods: each value appears once in the data, and the test searches for it. */
const secrets: Readonly<Record<string, object>> = {
  'an Apple Pay token': {
    wallet: { apple_pay: { payment_data: 'S3CR3T-token', payment_method: {}, transaction_identifier: 'S3CR3T-id' } },
  },
  'an Apple Pay token of cards in clear': {
    wallet: {
      apple_pay: { payment_data: { application_primary_account_number: 'S3CR3T-4111', cryptogram: 'S3CR3T' } },
    },
  },
  'a Google Pay token': {
    wallet: { google_pay: { info: { card_details: '4242' }, tokenization_data: { token: 'S3CR3T-token' } } },
  },
  'a PayPal token': { wallet: { paypal_sdk: { token: 'S3CR3T-token' } } },
  'a Samsung Pay credential': { wallet: { samsung_pay: { payment_credential: { '3_d_s': { data: 'S3CR3T' } } } } },
  'a Klarna token': { pay_later: { klarna_sdk: { token: 'S3CR3T-token' } } },
  'an IBAN': { bank_debit: { sepa_bank_debit: { iban: 'S3CR3T0044053201' } } },
  'an American account': { bank_debit: { ach_bank_debit: { account_number: 'S3CR3T6789', routing_number: 'S3CR3T' } } },
  'a British account': { bank_debit: { bacs_bank_debit: { account_number: 'S3CR3T', sort_code: 'S3CR3T' } } },
  'an Australian account': { bank_debit: { becs_bank_debit: { account_number: 'S3CR3T', bsb_number: 'S3CR3T' } } },
  'a South African account': { bank_debit: { eft_debit_order: { account_number: 'S3CR3T' } } },
  'an IBAN behind a redirect': { bank_redirect: { giropay: { bank_account_iban: 'S3CR3T0532013000' } } },
  'a card behind a redirect': { bank_redirect: { bancontact_card: { card_number: 'S3CR3T00000000000' } } },
  'a BLIK code': { bank_redirect: { blik: { blik_code: 'S3CR3T' } } },
  'a Pix key': { bank_transfer: { pix: { pix_key: 'S3CR3T@bank', cpf: 'S3CR3T' } } },
  'a UPI address': { upi: { upi_collect: { vpa_id: 'S3CR3T@bank' } } },
  'a tax number': { voucher: { boleto: { social_security_number: 'S3CR3T' } } },
  'a gift card': { gift_card: { givex: { number: 'S3CR3T1234', cvc: 'S3CR3T' } } },
  'another gift card': { gift_card: { bhn_card_network: { account_number: 'S3CR3T', pin: 'S3CR3T' } } },
  'a network token': { network_token: { network_token: '420000S3CR3T9999', token_cryptogram: 'S3CR3T' } },
  'an Amazon Pay session': { wallet: { amazon_pay: { checkout_session_id: 'S3CR3T' } } },
  'a Paze response': { wallet: { paze: { complete_response: 'S3CR3T' } } },
  'a token of another party’s SDK': { wallet: { google_pay_third_party_sdk: { token: 'S3CR3T' } } },
  'a date of birth': { wallet: { mifinity: { date_of_birth: 'S3CR3T' } } },
  'a telephone number of a wallet': { wallet: { mb_way_redirect: { telephone_number: 'S3CR3T' } } },
  'a telephone number that pays': { mobile_payment: { direct_carrier_billing: { msisdn: 'S3CR3T00012345' } } },
  'an account for automatic Pix': { bank_transfer: { pix_automatico_push: { account_number: 'S3CR3T' } } },
  'an unknown payment method': { barter: { key: 'S3CR3T' } },
};

/** The message that leaves the gateway: all that services other than the worker can store or show. */
function messageOf(data: object) {
  const sent = { payment_method: Object.keys(data)[0], payment_method_data: data } as unknown as PaymentRequest;
  const other = otherMethodData(sent)!;
  const sealed = sealer.sealData({ [other.key]: other.data as never }, merchantId);
  return { sealed, text: JSON.stringify(z.encode(paymentFields, toPaymentFields(sent, { data: sealed }))) };
}

it.each(Object.keys(secrets))('the secrets of %s leave the gateway sealed only', (name) => {
  const { sealed, text } = messageOf(secrets[name]!);
  expect(text).toContain(sealed.sealed);
  expect(text).not.toContain('S3CR3T');
  const decoded = sealed.sealed.split('.').map((part) => Buffer.from(part, 'base64url').toString('latin1'));
  expect(decoded.join()).not.toContain('S3CR3T');
});

it.each(Object.keys(secrets))('the seal of %s opens only for its own reference, merchant and purpose', (name) => {
  const { sealed, reference } = messageOf(secrets[name]!).sealed;
  const header = { reference, merchantId, purpose: 'payment_method_data' };
  expect(JSON.parse(open(sealed, keys, header))).toEqual(secrets[name]);
  for (const other of [{ reference: 'data_2' }, { merchantId: 'other' }, { purpose: 'card_number' }]) {
    expect(() => open(sealed, keys, { ...header, ...other })).toThrow('wrong_header');
  }
});

it('a card is never sealed as other data', () => {
  const sent = (data: object) => ({ payment_method: 'card', payment_method_data: data }) as unknown as PaymentRequest;
  for (const key of ['card', 'card_token', 'vault_data_card', 'billing']) {
    expect(otherMethodData(sent({ [key]: { card_number: '4242424242424242' } }))).toBeUndefined();
  }
});
