import { aContext, aPayment, kindsOf, later, merchantId, paymentId, paymentOf } from '../../../../test/builders';
import { type Payment, withDetails } from '../payment';
import { updateMetadata } from './update-metadata';

const about = { merchantId, paymentId };
const update = (payment: Payment | undefined, metadata: object, featureMetadata: object | null = null) =>
  updateMetadata(payment, { ...about, metadata, featureMetadata } as never, aContext({ now: later(4) }));
const noted = (metadata: object | null): Payment => ({
  ...withDetails(aPayment.charged(), {
    description: 'two books',
    metadata: metadata as Payment['details'],
    feature_metadata: { search_tags: ['a'] },
  }),
});

it.each<[object | null, object, object]>([
  [null, { a: 1 }, { a: 1 }],
  [
    { a: 1, b: 2 },
    { b: 3, c: null },
    { a: 1, b: 3, c: null },
  ],
  [{ a: { deep: 1, deeper: 2 } }, { a: { deep: 3 } }, { a: { deep: 3 } }],
])('stored metadata %j with %j merges to %j', (before, sent, after) => {
  const decision = update(noted(before), sent);
  expect(paymentOf(decision)).toEqual({ ...noted(after), attempts: noted(after).attempts });
  expect(kindsOf(decision)).toEqual(['reply']);
});

it('feature_metadata replaces the stored one where sent', () =>
  expect(paymentOf(update(noted({ a: 1 }), { a: 2 }, { search_tags: ['b'] })).details).toEqual({
    description: 'two books',
    metadata: { a: 2 },
    feature_metadata: { search_tags: ['b'] },
  }));

it('update_metadata checks the status first, then for keys', () => {
  const empty = { message: 'Metadata should be an object and contain at least 1 key' };
  expect(update(aPayment.charged(), {})).toMatchObject({ code: 'invalid_request', details: empty });
  expect(update(aPayment.authorizing(), {})).toMatchObject({ code: 'precondition_failed' });
});

it('update_metadata refuses an unknown payment', () =>
  expect(update(undefined, { a: 1 })).toMatchObject({ code: 'payment_not_found' }));
