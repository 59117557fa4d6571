import { merchantId } from '../../test/builders';
import { isGuardedByBlocklist } from './is-guarded';

it.each<[boolean, string | undefined, boolean]>([
  [false, undefined, false],
  [true, undefined, true],
  [false, 'true', true],
  [false, 'false', false],
  [false, 'yes', false],
  [true, 'false', true],
])('the merchant’s guard %j and the operator’s config %j make %j', (blocklistGuard, value, guarded) => {
  const config = (key: string) => (key === `guard_blocklist_for_${merchantId}` ? value : undefined);
  const settings = { merchant: () => ({ blocklistGuard }) as never, global: { config } };
  expect(isGuardedByBlocklist(settings, merchantId)).toBe(guarded);
});
