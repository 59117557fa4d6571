import type { Account, EndpointReading, HttpReply, WebhookEndpoints } from '@payorch/connector-kit';
import { getJson, postForm, readAnswer, urlOf } from '@payorch/connector-kit';
import { z } from 'zod';
import type { Credentials } from './credentials';
import { errorOf } from './errors';
import { eventTypes } from './event-types';
import { headersOf, version } from './requests/headers';
import type { WireError } from './responses/wire';
import { metadata, pageOf, refusal } from './responses/wire';

/** Marks the endpoints that this service made: the merchant's own at the same URL are never changed or deleted. */
const mark = { name: 'registered_by', value: 'payorch' } as const;

const endpoint = z.object({ id: z.string().min(1), url: z.string(), metadata });
const created = z.object({ id: z.string().min(1), secret: z.string().min(1) });
const done = z.object({ id: z.string().min(1) });

const placeOf = ({ baseUrl }: Account<Credentials>, ...id: readonly string[]): string =>
  urlOf(baseUrl, 'v1', 'webhook_endpoints', ...id);

function read<Wire extends object, T>(
  reply: HttpReply,
  schema: z.ZodType<Wire>,
  valueOf: (value: Wire) => T,
): EndpointReading<T> {
  const answer = readAnswer(reply, z.union([refusal, schema]));
  if (answer.kind === 'unreadable') return { kind: 'unanswered' };
  const { value } = answer;
  if ('error' in value) return { kind: 'refused', error: errorOf(value.error as WireError) };
  return reply.status === 200 ? { kind: 'read', value: valueOf(value as Wire) } : { kind: 'unanswered' };
}

/** docs.stripe.com/api/webhook_endpoints. An account has at most 16 of them, so that one page lists all. */
export const webhookEndpoints: WebhookEndpoints<Credentials> = {
  list: (account) => getJson(`${placeOf(account)}?limit=100`, headersOf(account)),
  readList: (reply, { webhookUrl }) =>
    read(reply, pageOf(endpoint), ({ data }) =>
      data
        .filter(({ url, metadata: marks }) => url === webhookUrl && marks?.[mark.name] === mark.value)
        .map(({ id }) => id),
    ),
  // Without an idempotency key: a lost answer is found by the list, and a key could bring back an endpoint deleted meanwhile.
  create: (account) =>
    postForm(
      placeOf(account),
      {
        url: account.webhookUrl,
        enabled_events: [...eventTypes],
        api_version: version,
        description: 'Payment orchestration',
        metadata: { [mark.name]: mark.value },
      },
      headersOf(account),
    ),
  readCreated: (reply) => read(reply, created, ({ id, secret }) => ({ id, secret })),
  update: (id, account) =>
    postForm(placeOf(account, id), { enabled_events: [...eventTypes], disabled: false }, headersOf(account)),
  remove: (id, account) => ({
    method: 'DELETE',
    url: placeOf(account, id),
    headers: { ...headersOf(account), accept: 'application/json' },
    body: null,
  }),
  readDone: (reply) => read(reply, done, () => null),
};
