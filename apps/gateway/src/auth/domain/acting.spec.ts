import type { OrganizationId } from '@payorch/kernel';
import { type AccountType, checkConnected, judgeActing } from './acting';

const org = 'org_1' as OrganizationId;
const types: readonly AccountType[] = ['standard', 'platform', 'connected'];
const senders = types.flatMap((accountType) =>
  [true, false].map((isServer) => ({ accountType, organizationId: org, isServer })),
);
const routes = [true, false].flatMap((platform) => [true, false].map((connected) => ({ platform, connected })));
const headers = [undefined, 'shop_1', '', 'a, b', "x' OR 1=1", 'a'.repeat(65)];

/** Every sender with every header on every route: what is not in this table is refused as `platform_operation_invalid`. */
function expected(
  { accountType, isServer }: (typeof senders)[number],
  header: string | undefined,
  route: (typeof routes)[number],
): string {
  if (header === undefined) return accountType !== 'platform' || route.platform ? 'own' : 'platform_not_supported';
  if (accountType !== 'platform' || !isServer) return 'platform_operation_invalid';
  if (!route.connected) return 'connected_not_supported';
  return header === 'shop_1' ? 'connected shop_1' : 'invalid_request';
}

const cases = senders.flatMap((sender) =>
  routes.flatMap((route) => headers.map((header) => ({ sender, route, header }))),
);

it.each(cases)('a request acts as the table says: $sender.accountType, $sender.isServer, $header, $route', (one) => {
  const acting = judgeActing(one.sender, one.header, one.route);
  const found =
    acting.kind === 'refused' ? acting.code : acting.kind === 'own' ? 'own' : `connected ${acting.merchantId}`;
  expect(found).toBe(expected(one.sender, one.header, one.route));
});

it('no sender but the server of a platform acts for another account', () => {
  const acting = cases.filter(({ sender, header, route }) => judgeActing(sender, header, route).kind === 'connected');
  expect(acting).not.toHaveLength(0);
  for (const { sender, route } of acting) {
    expect(sender).toMatchObject({ accountType: 'platform', isServer: true });
    expect(route.connected).toBe(true);
  }
});

it.each<[string, Parameters<typeof checkConnected>[1], boolean]>([
  ['a connected account of its organization', { accountType: 'connected', organizationId: org }, true],
  ['a standard account of its organization', { accountType: 'standard', organizationId: org }, false],
  ['itself', { accountType: 'platform', organizationId: org }, false],
  ['a connected account elsewhere', { accountType: 'connected', organizationId: 'org_2' as OrganizationId }, false],
  ['an account that does not exist', undefined, false],
])('a platform acts for %s: %#', (_, named, isAllowed) =>
  expect(checkConnected({ organizationId: org }, named)?.code).toBe(
    isAllowed ? undefined : 'connected_operation_invalid',
  ),
);
