import type { MessageContext } from './envelope';
import { logFieldsOf, logFieldsOfRecord } from './log-fields';

const context: MessageContext = {
  messageId: 'm',
  correlationId: 'req_1',
  traceparent: '00-1-1-00',
  occurredAt: new Date(0),
};

describe('log fields of a message', () => {
  it.each<[string, object, object]>([
    ['a command', { merchantId: 'acme', paymentId: 'pay_1' }, { merchant_id: 'acme', payment_id: 'pay_1' }],
    [
      'a refund',
      { merchantId: 'acme', refundId: 'ref_1', paymentId: null },
      { merchant_id: 'acme', refund_id: 'ref_1' },
    ],
    ['a route request', { operation: { paymentId: 'pay_1', card: { number: 'x' } } }, { payment_id: 'pay_1' }],
    ['a setting', { fields: 'x' }, {}],
  ])('the log fields name the request and the objects of %s, and nothing else', (_, data, facts) =>
    expect(logFieldsOf({ context, data })).toEqual({ request_id: 'req_1', ...facts }),
  );

  it('the log fields name the request and the key of an unreadable record', () => {
    const headers = { correlationid: Buffer.from('req_1') };
    expect(logFieldsOfRecord({ headers, key: Buffer.from('acme/pay_1') })).toEqual({
      request_id: 'req_1',
      key: 'acme/pay_1',
    });
    expect(logFieldsOfRecord({ headers: undefined, key: null })).toEqual({});
  });
});
