import { nearestRoute } from './nearest-route';

const routes = [
  ['POST', '/payments'],
  ['GET', '/payments/{payment_id}'],
  ['POST', '/payments/{payment_id}'],
  ['POST', '/payments/{payment_id}/confirm'],
  ['POST', '/payments/{payment_id}/capture'],
  ['GET', '/payments/list'],
  ['POST', '/payments/list'],
  ['POST', '/refunds'],
  ['DELETE', '/customers/{customer_id}'],
  ['GET', '/customers/{customer_id}'],
].map(([method = '', url = '']) => ({ method, url }));

it.each<[string, string, string | undefined]>([
  ['POST', '/payment', 'POST /payments'],
  ['POST', '/Payments', 'POST /payments'],
  ['POST', '/payments/', 'POST /payments'],
  ['POST', '//payments?x=/refunds', 'POST /payments'],
  ['POST', '/v1/payments', 'POST /payments'],
  ['POST', '/api/v1/refunds', 'POST /refunds'],
  ['POST', '/payments/pay_1/captures', 'POST /payments/{payment_id}/capture'],
  ['POST', '/payments/pay_1/cofnirm', 'POST /payments/{payment_id}/confirm'],
  ['GET', '/payment/pay_1', 'GET /payments/{payment_id}'],
  ['GET', '/payment/list', 'GET /payments/list'],
  ['POST', '/payment/list', 'POST /payments/list'],
  ['PUT', '/payments', 'POST /payments'],
  ['GET', '/refunds', 'POST /refunds'],
  ['PUT', '/payments/pay_1', 'POST /payments/{payment_id}'],
  ['GET', '/payments/pay_1/nothing/at/all/of/it', undefined],
  ['GET', '/payments/pay_1/unlike', undefined],
  ['GET', '/', undefined],
  ['GET', '/wp-admin.php', undefined],
  ['GET', `/payment/${'x'.repeat(300)}`, undefined],
])('%s %s: %s', (method, url, nearest) => expect(nearestRoute(method, url, routes)).toBe(nearest));

it('without routes none is nearest', () => expect(nearestRoute('GET', '/payments', [])).toBeUndefined());
