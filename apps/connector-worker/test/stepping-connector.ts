import type { AuthOf, Connector, Flow, Preliminary } from '@payorch/connector-kit';
import { authShape, defineConnector, errorOf, jsonOf, postJson, unknown, urlOf } from '@payorch/connector-kit';

type Credentials = AuthOf<'HeaderKey'>;

/** Makes something of the customer's before the payment: `{"value": "…"}`, or a refusal that names no reason. */
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
  parseResponse: ({ id, money }, { status }, { token }) =>
    status === 200 ? { kind: 'captured', reference: `${id}/${token}`, money } : unknown(`HTTP_${status}`, 'no answer'),
};

/** A processor that wants a customer and a token before it takes a card. */
export const steppingConnector: Connector = defineConnector({
  name: 'stepping',
  amounts: 'minor_integer',
  credentials: authShape('HeaderKey'),
  baseUrl: 'https://stepping.example',
  offers: [],
  promises: { honoursIdempotencyKey: true, lookupIsAuthoritative: false, webhookVerification: 'none' },
  flows: { authorize },
  webhooks: null,
});
