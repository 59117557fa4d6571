import type { WebhookSecrets } from '@payorch/contracts';
import type { MerchantId } from '@payorch/kernel';
import { aProfile, profileId } from '../../test/builders';
import { receiverOf } from './receiver';

const merchantId = 'acme_1' as MerchantId;
const now = new Date('2026-01-05T10:00:00.000Z');
/** A seal that names its place and has the text after it. */
const seal = (column: string, text: string): string => `${merchantId}/${profileId}/profiles.${column}:${text}`;
const box = {
  open: (
    sealed: string,
    { merchantId: of, objectId, column }: Record<'merchantId' | 'objectId' | 'column', string>,
  ) => {
    const place = `${of}/${objectId}/${column}:`;
    if (!sealed.startsWith(place)) throw new Error('sealed elsewhere');
    return sealed.slice(place.length);
  },
};

const secrets = (until: string): WebhookSecrets => ({
  [profileId]: { key: null, previous: { key: 'old hash key', until } },
  whe_1: { key: 'key 1', previous: { key: 'old key 1', until } },
  whe_2: { key: 'key 2', previous: null },
});
const profile = (until: string) =>
  aProfile({
    webhook: { url: 'https://own.example', paymentStatuses: null, refundStatuses: null, payoutStatuses: null },
    sealedResponseHashKey: seal('sealed_response_hash_key', 'hash key'),
    sealedWebhookHeaders: seal('sealed_webhook_headers', '{"authorization":"Bearer own"}'),
    webhookEndpoints: [
      { endpointId: 'whe_1', url: 'https://one.example', eventTypes: null },
      { endpointId: 'whe_2', url: 'https://two.example', eventTypes: null },
    ],
    sealedWebhookSecrets: seal('sealed_webhook_secrets', JSON.stringify(secrets(until))),
  });

function receiverAt(endpointId: string, given = profile('2026-01-05T10:00:00.001Z')) {
  const settings = {
    profile: (of: MerchantId, id: string) => (of === merchantId && id === profileId ? given : undefined),
  };
  const found = receiverOf(settings, box as never, { now: () => now })({ merchantId, profileId, endpointId });
  if (!found) return undefined;
  const { key, previousKey, ...rest } = found;
  return { ...rest, keys: [key?.reveal() ?? null, previousKey?.reveal() ?? null] };
}

it.each([
  [profileId, 'https://own.example', ['hash key', 'old hash key'], { authorization: 'Bearer own' }],
  ['whe_1', 'https://one.example', ['key 1', 'old key 1'], {}],
  ['whe_2', 'https://two.example', ['key 2', null], {}],
])('the endpoint %s has its address and its keys; the merchant’s headers go to its own one', (id, url, keys, headers) =>
  expect(receiverAt(id)).toEqual({ url, keys, customHeaders: headers }),
);

it.each([
  ['whe_1', ['key 1', null]],
  [profileId, ['hash key', null]],
])('the replaced key of %s ends after its time', (id, keys) =>
  expect(receiverAt(id, profile(now.toISOString()))?.keys).toEqual(keys),
);

it.each([
  ['an endpoint that was deleted', 'whe_3', profile('2027-01-01T00:00:00.000Z')],
  ['the address of a profile without one', profileId, aProfile()],
])('nothing is sent to %s', (_, id, given) => expect(receiverAt(id, given)).toBeUndefined());

it('settings of before the fields have an address without a replaced key', () => {
  const { webhookEndpoints: _, sealedWebhookSecrets: __, ...before } = profile('2027-01-01T00:00:00.000Z');
  expect(receiverAt(profileId, before)).toMatchObject({ url: 'https://own.example', keys: ['hash key', null] });
});
