import { RouteTable } from './route-table';

describe('RouteTable', () => {
  const routes = new RouteTable();
  for (const route of ['/payments', '/payments/:id', '/payments/:id/confirm', '/a.b/:x', '*']) routes.add(route);

  it.each([
    ['/payments', true],
    ['/payments?x=/y', true],
    ['/payments/pay_1', true],
    ['/payments/pay_1/confirm', true],
    ['/payments/', false],
    ['/payments/a/b', false],
    ['/axb/1', false],
    ['/', false],
  ])('%s: %s', (url, served) => expect(routes.serves(url)).toBe(served));
});
