import type { FlowOperations } from '@payorch/connector-kit';
import { contentOf } from '@payorch/connector-kit';
import { sampleOperation } from '@payorch/connector-kit/conformance';
import { callsOf } from '../test/built-requests';

type Proof = NonNullable<FlowOperations['authorize']['authentication']>;
const proof: Proof = {
  transactionStatus: 'Y',
  cryptogram: 'AAIBBYNoEwAAAAAAg4dRdQAAAAA=',
  eci: '05',
  dsTransactionId: 'ds_1',
  version: '2.2.0',
};
const fieldsOf = (changes: Partial<FlowOperations['authorize']>) => {
  const fields = contentOf(callsOf('authorize', sampleOperation('authorize', changes)).at(-1)!.request);
  const prefix = 'payment_method_options[card]';
  return Object.fromEntries(
    Object.entries(fields as Record<string, string>)
      .filter(([name]) => name.startsWith(`${prefix}[three_d_secure]`))
      .map(([name, value]) => [name.slice(prefix.length), value]),
  );
};
const proven = (changes: Partial<Proof> = {}) => fieldsOf({ authentication: { ...proof, ...changes } });

it('the proof of an authentication outside Stripe is imported', () =>
  expect(proven()).toEqual({
    '[three_d_secure][cryptogram]': proof.cryptogram,
    '[three_d_secure][transaction_id]': 'ds_1',
    '[three_d_secure][version]': '2.2.0',
    '[three_d_secure][electronic_commerce_indicator]': '05',
  }));

it('an indicator that Stripe does not know is left out, and a payment without a proof has no such field', () => {
  expect(proven({ eci: '00' })).not.toHaveProperty('[three_d_secure][electronic_commerce_indicator]');
  expect(fieldsOf({})).toEqual({});
});

it.each<[string, Partial<FlowOperations['authorize']>]>([
  ['no transaction id', { authentication: { ...proof, dsTransactionId: null } }],
  ['no version', { authentication: { ...proof, version: null } }],
  ['a version that Stripe refuses', { authentication: { ...proof, version: '2.9.9' } }],
])('an authenticated payment with %s is not sent', (_name, changes) =>
  expect(() => fieldsOf(changes)).toThrow('proof'),
);
