import { problemsOf } from './published-answers';

const refund = { id: 're_1', object: 'refund', amount: 1, created: 1, currency: 'usd', status: 'pending' };
const args = { method: 'GET', path: '/v1/refunds/re_1?expand[0]=charge', status: 200 };

it('a response is valid or invalid by the published description', () => {
  expect(problemsOf({ ...args, body: refund })).toEqual([]);
  expect(problemsOf({ ...args, body: { ...refund, amount: '1' } })).toHaveLength(1);
  expect(problemsOf({ ...args, body: { ...refund, currency: undefined } })).not.toEqual([]);
  expect(problemsOf({ ...args, status: 404, body: { error: { type: 'invalid' } } })).not.toEqual([]);
  expect(problemsOf({ ...args, path: '/v1/balance', body: {} })).toBeUndefined();
});
