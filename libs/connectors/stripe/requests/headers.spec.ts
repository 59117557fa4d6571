import { sampleOperation } from '@payorch/connector-kit/conformance';
import { accountOf } from '../test/built-requests';

const headersWith = (metadata: Parameters<typeof accountOf>[0], flow: 'capture' | 'sync') =>
  flow === 'sync'
    ? accountOf(metadata).flow('sync')?.buildRequest(sampleOperation('sync', {}), {}).headers
    : accountOf(metadata).flow('capture')?.buildRequest(sampleOperation('capture', {}), {}).headers;

describe("Stripe's headers", () => {
  it('the headers name the connected account of the call', () => {
    expect(headersWith({ stripe_account: 'acct_123' }, 'capture')).toMatchObject({ 'stripe-account': 'acct_123' });
    expect(headersWith({ stripe_account: 'acct_123' }, 'sync')).toMatchObject({ 'stripe-account': 'acct_123' });
  });

  it.each([[null], [{}], [{ stripe_account: '' }], [{ stripe_account: 7 }]])(
    'the headers name no connected account with the metadata %j',
    (metadata) => {
      expect(headersWith(metadata, 'capture')).not.toHaveProperty('stripe-account');
    },
  );

  it('only calls that change something have an idempotency key', () => {
    expect(headersWith(null, 'capture')).toMatchObject({ 'idempotency-key': 'op_sample' });
    expect(headersWith(null, 'sync')).not.toHaveProperty('idempotency-key');
  });
});
