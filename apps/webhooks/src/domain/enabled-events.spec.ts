import { aRequest } from '../../test/builders';
import { isEventEnabled } from './enabled-events';

const endpoint = { url: 'https://acme.example', paymentStatuses: null, refundStatuses: null, payoutStatuses: null };
const paid = aRequest({ status: 'succeeded' });
const aPayout = aRequest({ eventClass: 'payouts', status: 'success' });

it.each([
  ['no endpoint', paid, null, false],
  ['no list', paid, endpoint, true],
  ['an empty list', paid, { ...endpoint, paymentStatuses: [] }, true],
  ['a list with the status', paid, { ...endpoint, paymentStatuses: ['failed', 'succeeded'] }, true],
  ['a list without it', paid, { ...endpoint, paymentStatuses: ['failed'] }, false],
  ["another class's list", paid, { ...endpoint, refundStatuses: ['failed'] }, true],
  ['the list of refunds', aRequest({ eventClass: 'refunds' }), { ...endpoint, refundStatuses: ['pending'] }, false],
  ['the list of payouts', aRequest({ eventClass: 'payouts' }), { ...endpoint, payoutStatuses: ['failed'] }, false],
  ['a list of payouts with the status', aPayout, { ...endpoint, payoutStatuses: ['failed', 'success'] }, true],
  ['a list of payouts without it', aPayout, { ...endpoint, payoutStatuses: ['initiated'] }, false],
  ['an empty list of payouts', aPayout, { ...endpoint, payoutStatuses: [] }, true],
  ['no list of payouts', aPayout, { ...endpoint, paymentStatuses: ['failed'], refundStatuses: ['failed'] }, true],
  ['a class without a list', aRequest({ eventClass: 'disputes' }), { ...endpoint, paymentStatuses: ['x'] }, true],
])('an event is enabled or not: %s', (_, request, at, expected) => {
  expect(isEventEnabled(request, at)).toBe(expected);
});
