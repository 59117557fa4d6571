import { aMerchant, cards, eventually, ok, paymentBody, sharedSystem, type Json } from '@payorch/harness';

jest.setTimeout(120_000);

const system = sharedSystem();

/** The gateway's log lines about one request. */
const linesOf = (requestId: string): Json[] =>
  system
    .logs('gateway')
    .split('\n')
    .filter((line) => line.includes(requestId))
    .map((line) => JSON.parse(line) as Json);

describe('the log line of a request', () => {
  it('names the request, the merchant, the payment and the refund, also with generated ids', async () => {
    const { api, merchantId } = await aMerchant(system);
    const created = await api.post('/payments', paymentBody());
    const { payment_id } = ok(created);
    const refunded = await api.post('/refunds', { payment_id });
    const read = await api.get(`/payments/${payment_id}`);
    const about = { merchant_id: merchantId, payment_id };
    for (const [answer, facts] of [
      [created, about],
      [refunded, { ...about, refund_id: ok(refunded).refund_id }],
      [read, about],
    ] as const) {
      const request_id = answer.headers['x-request-id'] as string;
      await eventually(() => linesOf(request_id).length > 0);
      expect(linesOf(request_id)).toEqual([expect.objectContaining({ request_id, ...facts })]);
    }
  });

  it('shows no card number, even in the place of an id', async () => {
    const { api } = await aMerchant(system);
    const answer = await api.post('/payments', paymentBody({ payment_id: cards.succeeds }));
    expect(ok(answer).payment_id).toBe(cards.succeeds);
    const request_id = answer.headers['x-request-id'] as string;
    await eventually(() => linesOf(request_id).length > 0);
    expect(JSON.stringify(linesOf(request_id))).not.toContain(cards.succeeds);
    expect(linesOf(request_id)[0].payment_id).toBe(`***${cards.succeeds.slice(-4)}`);
  });
});
