import { Claim } from './claim';
import { newIdFor, payoutIdFor, type RequestTrace } from './request-trace';

const trace: RequestTrace = { correlationId: 'req_1', traceparent: '00-1' };
const place = { merchantId: 'acme', route: 'POST /payouts/create', key: 'k' };
const claimed = { ...trace, claim: new Claim(place, 'a'.repeat(20), () => Promise.reject(new Error('unused'))) };

describe('the id of a new object', () => {
  it('of a payout has exactly 30 characters, with an idempotency key and without', () => {
    expect(payoutIdFor(trace)).toMatch(/^payout_[0-9A-Za-z]{23}$/);
    expect(payoutIdFor(claimed)).toBe(`payout_${'a'.repeat(20)}000`);
  });

  it('is the same for every retry under an idempotency key, and new without one', () => {
    expect(payoutIdFor(claimed)).toBe(payoutIdFor(claimed));
    expect(payoutIdFor(trace)).not.toBe(payoutIdFor(trace));
    expect(newIdFor('pay', claimed)).toBe(`pay_${'a'.repeat(20)}`);
  });
});
