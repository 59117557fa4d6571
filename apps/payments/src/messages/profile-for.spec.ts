import { aProfile, merchantId, profileId } from '../../test/builders';
import { profileFor } from './profile-for';

const of = (value: string | undefined, key = `max_auto_retries_enabled_${merchantId}`) =>
  profileFor(
    {
      profile: () => ({ ...aProfile, autoRetries: true, maxAutoRetries: 2 }),
      global: { config: (asked) => (asked === key ? value : undefined) },
    },
    merchantId,
    profileId,
  );

it.each<[string | undefined, number]>([
  ['5', 5],
  ['0', 0],
  [' 3\n', 3],
  [undefined, 2],
  ['', 2],
  ['-1', 2],
  ['many', 2],
])('the operator’s %j for the merchant makes %d', (value, tries) =>
  expect(of(value)).toEqual({ ...aProfile, autoRetries: true, maxAutoRetries: tries }),
);

it('another merchant’s is another’s', () => expect(of('5', 'max_auto_retries_enabled_other').maxAutoRetries).toBe(2));
