import { merchantId } from '../../test/builders';
import { authenticatesCustomers } from './authenticates-customers';

type Parameters_ = Parameters<typeof authenticatesCustomers>[0];
const organizationId = 'org_a';

const decided = (ofOrganization: string | undefined, ofMerchant: string | undefined, isKnown = true): boolean =>
  authenticatesCustomers(
    {
      merchant: () => (isKnown ? { organizationId } : undefined) as ReturnType<Parameters_['merchant']>,
      global: {
        config: (key) =>
          ({
            [`authentication_service_eligible_${organizationId}`]: ofOrganization,
            [`authentication_service_eligible_${merchantId}`]: ofMerchant,
          })[key],
      },
    },
    merchantId,
  );

it.each<[string | undefined, string | undefined, boolean]>([
  [undefined, undefined, true],
  [undefined, 'true', true],
  [undefined, 'false', false],
  [undefined, ' false\n', false],
  [undefined, 'no', true],
  ['false', undefined, false],
  ['false', 'true', false],
  ['true', 'false', true],
  ['', 'false', true],
])('the organization’s %j and the merchant’s %j: %s', (ofOrganization, ofMerchant, expected) =>
  expect(decided(ofOrganization, ofMerchant)).toBe(expected),
);

it('the config of a merchant acts before its settings have arrived', () =>
  expect([decided('false', undefined, false), decided(undefined, 'false', false)]).toEqual([true, false]));
