import type { ConnectorAccount } from './connector-account';
import { secretsWith, withEndpoint } from './webhook-endpoint';

it.each<[string, string | null, string | null, object]>([
  ['no secret', null, null, { merchant_secret: 'new' }],
  ['a secret that the merchant set', null, 'own', { merchant_secret: 'new', additional_secret: 'own' }],
  ['the secret of an endpoint that is replaced', 'we_1', 'old', { merchant_secret: 'new' }],
])('beside %s', (_, webhookEndpointId, storedSecret, expected) =>
  expect(secretsWith('new', { webhookEndpointId }, storedSecret)).toEqual(expected),
);

it('an endpoint is stored only in place of the one that the registration knew', () => {
  const stored = { webhookEndpointId: 'we_1', webhookSecrets: null } as ConnectorAccount;
  const registered = { endpointId: 'we_2', secret: 'whsec' };
  const change = { webhookSecrets: null, now: new Date(0) };
  expect(withEndpoint(stored, { ...registered, knownEndpointId: null }, change)).toBeUndefined();
  expect(withEndpoint(stored, { ...registered, knownEndpointId: 'we_1' }, change)).toMatchObject({
    webhookEndpointId: 'we_2',
    modifiedAt: new Date(0),
  });
});
