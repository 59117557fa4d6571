import type { Authenticated } from '../../auth';
import { routeOfKey } from './key-space';

const callerOf = (kind: string, more: object = {}) => ({ kind, merchantId: 'acme', ...more }) as Authenticated;
const client = (clientSecret: string | null) => callerOf('client', { clientSecret });
const customer = (customerId: string) => callerOf('customer', { customerId });
const route = (caller: Authenticated) => routeOfKey(caller, '/payments/:payment_id/confirm');

describe('routeOfKey', () => {
  it.each([callerOf('merchant'), callerOf('admin')])('the space of a secret key is the route alone', (caller) =>
    expect(route(caller)).toBe('POST /payments/:payment_id/confirm'),
  );

  it('callers of different kinds, payments and customers share no key', () => {
    const callers = [
      callerOf('merchant'),
      client('pay_1_secret_a'),
      client('pay_1_secret_b'),
      client('pay_2_secret_a'),
      client(null),
      customer('cus_1'),
      customer('cus_2'),
    ];
    expect(new Set(callers.map(route)).size).toBe(callers.length);
  });

  it('one browser keeps its keys, and they do not show its client secret', () => {
    expect(route(client('pay_1_secret_a'))).toBe(route(client('pay_1_secret_a')));
    expect(route(client('pay_1_secret_a'))).toMatch(/^client [A-Za-z0-9_-]{43} POST \/payments\/:payment_id\/confirm$/);
  });
});
