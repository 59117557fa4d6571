import { errorBody, isRefusal, type Refusal } from '@payorch/contracts';
import { testEgress as egress } from '../../../test/egress';
import type { Profile } from './profile';
import {
  addEndpoint,
  changeEndpoint,
  mostEndpoints,
  removeEndpoint,
  rotateSecret,
  type WebhookEndpointChange,
  webhookEndpointView,
} from './change-webhook-endpoints';

const now = new Date('2026-01-05T10:00:00.000Z');
const empty = { profileId: 'pro_1', webhookEndpoints: [], secrets: { webhook_secrets: null } } as unknown as Profile;
const url = 'https://shop.example/hook';

const made = (result: WebhookEndpointChange | Refusal): WebhookEndpointChange => {
  if (isRefusal(result)) throw new Error(errorBody(result).body.error['message'] as string);
  return result;
};
const refusedAs = (result: WebhookEndpointChange | Refusal): unknown[] => {
  if (!isRefusal(result)) throw new Error('accepted');
  const { status, body } = errorBody(result);
  return [status, body.error['code']];
};
const add = (profile: Profile, id = 'whe_1', sent = { url }) =>
  addEndpoint(profile, sent, { id, secret: `secret of ${id}`, now }, egress);

it('a new endpoint shows its secret once, in the form of Standard Webhooks', () => {
  const change = made(add(empty));
  expect(webhookEndpointView(change)).toEqual({
    endpoint_id: 'whe_1',
    profile_id: 'pro_1',
    url,
    event_types: null,
    description: null,
    created: now.toISOString(),
    secret: `whsec_${Buffer.from('secret of whe_1').toString('base64')}`,
  });
  const later = made(changeEndpoint(change.profile, 'whe_1', { description: 'books' }, now, egress));
  expect(webhookEndpointView(later)).toMatchObject({ url, description: 'books', secret: null });
});

it('fields that a change lacks stay, and each type is stored once', () => {
  const { profile } = made(add(empty));
  const first = made(
    changeEndpoint(profile, 'whe_1', { event_types: ['refund_failed', 'refund_failed'] }, now, egress),
  );
  expect(first.endpoint).toMatchObject({ url, event_types: ['refund_failed'] });
  const second = made(changeEndpoint(first.profile, 'whe_1', { url: 'https://b.example/' }, now, egress));
  expect(second.endpoint).toMatchObject({ url: 'https://b.example/', event_types: ['refund_failed'] });
});

it('a rotated secret signs beside the new one for a day, and a second rotation ends it', () => {
  const { profile } = made(add(empty));
  const rotated = made(rotateSecret(profile, 'whe_1', { secret: 'second', now }));
  const until = '2026-01-06T10:00:00.000Z';
  expect(rotated.profile.secrets.webhook_secrets).toEqual({
    whe_1: { key: 'second', previous: { key: 'secret of whe_1', until } },
  });
  const again = made(rotateSecret(rotated.profile, 'whe_1', { secret: 'third', now }));
  expect(again.profile.secrets.webhook_secrets).toEqual({
    whe_1: { key: 'third', previous: { key: 'second', until } },
  });
});

it('a deleted endpoint leaves no secret, and the others stay', () => {
  const two = made(add(made(add(empty)).profile, 'whe_2'));
  const { profile } = made(removeEndpoint(two.profile, 'whe_1', now));
  expect(profile.webhookEndpoints.map(({ endpoint_id }) => endpoint_id)).toEqual(['whe_2']);
  expect(Object.keys(profile.secrets.webhook_secrets!)).toEqual(['whe_2']);
});

it.each([
  'http://10.0.0.1/hook',
  'https://127.0.0.1/',
  'https://[::1]/',
  'ftp://shop.example/',
  'https://u:p@shop.example/',
])('the address %s is refused, at the creation and at a change', (address) => {
  expect(refusedAs(add(empty, 'whe_1', { url: address }))).toEqual([422, 'IR_05']);
  const { profile } = made(add(empty));
  expect(refusedAs(changeEndpoint(profile, 'whe_1', { url: address }, now, egress))).toEqual([422, 'IR_05']);
});

it('a profile has a limited number of endpoints', () => {
  let profile = empty;
  for (let n = 0; n < mostEndpoints; n++) ({ profile } = made(add(profile, `whe_${n}`)));
  expect(refusedAs(add(profile, 'whe_more'))).toEqual([422, 'IR_06']);
});

it('an unknown endpoint is not found', () => {
  expect(refusedAs(changeEndpoint(empty, 'whe_1', {}, now, egress))).toEqual([404, 'HE_02']);
  expect(refusedAs(removeEndpoint(empty, 'whe_1', now))).toEqual([404, 'HE_02']);
  expect(refusedAs(rotateSecret(empty, 'whe_1', { secret: 's', now }))).toEqual([404, 'HE_02']);
});
