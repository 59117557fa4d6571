import type { RefundListRequest, RefundRequest } from '@payorch/rest';
import { checkRefundList, checkRefundRequest, checkRefundUpdate, isRefundId } from './check-refund-request';

const check = (more: Partial<RefundRequest>) => checkRefundRequest({ payment_id: 'pay_1', ...more });

describe('checks of a refund request', () => {
  it.each<[string, Partial<RefundRequest>]>([
    ['nothing but the payment', {}],
    ['every field', { refund_id: 'r'.repeat(30), merchant_id: 'acme', metadata: { a: 'x'.repeat(500) } }],
    ['values that the owners refuse', { refund_id: 'r'.repeat(128), merchant_id: 'another', amount: -1 }],
    ['null fields', { refund_id: null, merchant_id: null, amount: null, metadata: null }],
  ])('a request with %s passes', (_, sent) => expect(check(sent)).toBeUndefined());

  it.each<[string, Partial<RefundRequest>]>([
    ['refund_id', { refund_id: 'r'.repeat(129) }],
    ['refund_id', { refund_id: 'a/b' }],
    ['refund_id', { refund_id: 'Ä' }],
    ['refund_id', { refund_id: '' }],
    ['refund_id', { refund_id: 'a\nb' }],
    ['metadata', { metadata: { a: { nested: 'x'.repeat(500) } } }],
  ])('a wrong %s is refused', (field, sent) =>
    expect(check(sent)).toMatchObject({ code: 'invalid_format', details: { field } }),
  );

  it.each(['list', 'sync', 'v2', 'Aggregate'])('the reserved id %s is refused', (refund_id) =>
    expect(check({ refund_id })).toMatchObject({ code: 'invalid_value', details: { field: 'refund_id' } }),
  );

  it('an update has the same metadata limits', () => {
    expect(checkRefundUpdate({ reason: 'x' })).toBeUndefined();
    expect(checkRefundUpdate({ metadata: { ['k'.repeat(41)]: 1 } })).toMatchObject({ details: { field: 'metadata' } });
  });

  it.each<[RefundListRequest, boolean]>([
    [{}, true],
    [{ limit: 1, offset: 0 }, true],
    [{ limit: 100 }, true],
    [{ limit: 0 }, false],
    [{ limit: 101 }, false],
    [{ offset: -1 }, false],
  ])('the list request %j: %s', (sent, isShown) => {
    expect(checkRefundList(sent)?.code).toBe(isShown ? undefined : 'invalid_request');
  });

  it('several problems of a request are listed', () => {
    expect(check({ refund_id: 'a/b', metadata: { ['k'.repeat(41)]: 1 } })).toMatchObject({
      details: { field: 'refund_id' },
      others: [{ details: { field: 'metadata' } }],
    });
    expect(checkRefundList({ limit: 0, offset: -1 })).toMatchObject({
      details: { path: 'limit' },
      others: [{ details: { path: 'offset' } }],
    });
  });

  it('an invalid refund id is recognized', () => {
    expect(['ref_1', 'Ä b/c', 'x'.repeat(128)].map(isRefundId)).toEqual([true, true, true]);
    expect(['', 'x'.repeat(129), '😀'.repeat(65), 'a\0b'].map(isRefundId)).toEqual([false, false, false, false]);
  });
});
