import type { AuthOf, Connector, Flow, Guarantees, Preliminary } from '@payorch/connector-kit';
import { defineConnectors, errorOf, jsonOf, postJson, unknown, urlOf } from '@payorch/connector-kit';

type Credentials = AuthOf<'HeaderKey'>;

/** A preliminary that returns `{"value": "…"}`, or a refusal without a reason. */
const making = (name: string, needs: readonly string[]): Preliminary<'authorize', Credentials> => ({
  name,
  isNeeded: ({ card }) => card !== null,
  buildRequest: ({ id }, { baseUrl }, found) => {
    for (const needed of needs) if (found[needed] === undefined) throw new Error(`there is no ${needed} yet`);
    return postJson(urlOf(baseUrl, 'before', name), { reference: id }, { 'idempotency-key': `${id}:${name}` });
  },
  parseResponse: (_operation, { status, body }) => {
    const { value } = (jsonOf(body) ?? {}) as { readonly value?: string };
    if (status === 200 && value !== undefined) return { kind: 'found', value };
    const retry = status === 402 ? 'never' : 'another_account';
    return { kind: 'failed', error: errorOf(`HTTP_${status}`, 'nothing was made'), retry };
  },
});

const authorize: Flow<'authorize', Credentials> = {
  before: [making('customer', []), making('token', ['customer'])],
  buildRequest: ({ id, methodData, mandate }, { baseUrl }, found) =>
    postJson(urlOf(baseUrl, 'payment'), { reference: id, methodData, mandate, ...found }, { 'idempotency-key': id }),
  parseResponse({ id, money }, { status }, { token }) {
    const error = errorOf(`HTTP_${status}`, 'refused');
    if (status === 200) return { kind: 'captured', reference: `${id}/${token}`, money };
    if (status === 402) return { kind: 'declined', reference: null, error, retry: 'another_account' };
    if ([401, 403, 429].includes(status)) return { kind: 'not_sent', error, retry: 'another_account' };
    return unknown(`HTTP_${status}`, 'no answer');
  },
};

const definition = {
  displayName: 'Stepping',
  connectorTypes: ['payment_processor'],
  test: true,
  baseUrl: 'https://stepping.example',
  credentials: ['HeaderKey'],
  capabilities: [],
} as const;

/** A connector that needs a customer and a token before it takes a card. */
const stepping = (guarantees: Guarantees): Connector =>
  defineConnectors({ stepping: { ...definition, guarantees } }, { flows: { authorize }, webhooks: null }).stepping;

const none: Guarantees = { lookupIsAuthoritative: false, webhookVerification: 'none' };
export const steppingConnector = stepping(none);
/** The same with guaranteed idempotency keys. */
export const keyedConnector = stepping({ ...none, idempotencyKeys: { validForMs: 23 * 3_600_000 } });
