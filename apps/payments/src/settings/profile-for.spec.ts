import { aProfile, merchantId, profileId } from '../../test/builders';
import { profileFor } from './profile-for';

const of = (value: string | undefined, key = `max_auto_retries_enabled_${merchantId}`) =>
  profileFor(
    {
      profile: () => ({ ...aProfile, autoRetries: true, maxAutoRetries: 2 }),
      global: { config: (name) => (name === key ? value : undefined) },
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
])('the operator’s setting %j for the merchant allows %d automatic retries', (value, tries) =>
  expect(of(value)).toEqual({ ...aProfile, autoRetries: true, maxAutoRetries: tries }),
);

it('the setting of another merchant does not apply', () =>
  expect(of('5', 'max_auto_retries_enabled_other').maxAutoRetries).toBe(2));
