import type { OperationId } from '@payorch/kernel';
import { anAccount, aPayment, aRouteContext } from '../../test/builders';
import { chooseRoute } from '../domain/decide/choose-route';
import type { SentRoute } from './recent-routes';
import { RecentRoutes } from './recent-routes';

const id = (number: number) => `op_${number}` as OperationId;
const to = (account: number): SentRoute => {
  const accounts = [anAccount(account)];
  return chooseRoute(aPayment(), aRouteContext(accounts)) as SentRoute;
};

it('recent routes are forgotten oldest first, a repeated one as of its last time', () => {
  const recent = new RecentRoutes(2);
  recent.add(id(1), to(1));
  recent.add(id(2), to(2));
  recent.add(id(1), to(3));
  recent.add(id(4), to(4));
  expect([1, 2, 4].map((number) => recent.of(id(number))?.chosen.merchantConnectorId)).toEqual([
    'mca_3',
    undefined,
    'mca_4',
  ]);
});
