import type { Found, HttpRequest } from '@payorch/connector-kit';
import { contentOf } from '@payorch/connector-kit';
import { sampleOperation } from '@payorch/connector-kit/conformance';
import type { Outcome } from '@payorch/contracts';
import { money } from '@payorch/kernel';
import vectors from '../fixtures/vectors.json';
import { connectors } from '../index';
import type { VectorCase } from './vectors';
import { differences, notOurs, vectorCases } from './vectors';

const { stripe } = connectors;
const account = stripe.bind({
  details: { auth_type: 'HeaderKey', api_key: 'probe_key' },
  metadata: null,
  baseUrl: stripe.baseUrl,
});
const findable: Found = { customer: 'cus_found', token: 'tok_found', payment_method: 'pm_1AbcXyzStripeTestToken' };

type Fields = Readonly<Record<string, unknown>>;
const fieldsOf = (request: HttpRequest): Fields => (contentOf(request) ?? {}) as Fields;
const differing = (a: Fields, b: Fields): string[] =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((name) => a[name] !== b[name]);

function ourCall({ flow: name, operation, preliminary, with: also = [] }: VectorCase) {
  const flow = account?.flow(name);
  if (!flow) throw new Error(`no flow ${name}`);
  const before = flow.before(operation);
  const found = Object.fromEntries(before.map((one) => [one.name, findable[one.name]!]));
  const calls = new Map(before.map((one) => [one.name, one.buildRequest(found)]));
  const request = preliminary === undefined ? flow.buildRequest(operation, found) : calls.get(preliminary);
  if (!request) throw new Error(`${name} needs no ${preliminary}`);
  const parts = also.map((one) => fieldsOf(calls.get(one) as HttpRequest));
  return { request, fields: Object.assign({}, ...parts, fieldsOf(request)) as Fields };
}

describe('requests of another implementation', () => {
  it('every vector is compared, or listed with a reason', () => {
    const names = vectors.requests.map(({ flow, case: name }) => `${flow} ${name}`);
    expect(Object.keys({ ...vectorCases, ...notOurs }).sort()).toEqual(names.sort());
  });

  const compared = vectors.requests.filter(({ flow, case: name }) => `${flow} ${name}` in vectorCases);
  it.each(compared)('our request differs only on purpose: $flow $case', ({ flow, case: name, http }) => {
    const vectorCase = vectorCases[`${flow} ${name}`]!;
    const { request, fields } = ourCall(vectorCase);
    const expected = Object.fromEntries(new URLSearchParams(http.body ?? ''));

    if (!vectorCase.preliminary)
      expect({ method: request.method, url: request.url }).toEqual({ method: http.method, url: http.url });
    const { 'content-type': contentType, ...headers } = http.headers;
    expect(request.headers).toMatchObject(
      request.method === 'GET' ? headers : { ...headers, 'content-type': contentType },
    );

    const differ = differing(fields, expected);
    const reasons = vectorCase.differs.map((reason) => differences[reason]);
    expect(differ.filter((field) => !reasons.some(({ fields: those }) => those.test(field)))).toEqual([]);
    expect(reasons.filter(({ fields: those }) => !differ.some((field) => those.test(field)))).toEqual([]);
  });
});

type ReplyVector = (typeof vectors.responses)[number];

const flows = {
  authorize: 'authorize',
  get: 'sync',
  capture: 'capture',
  void: 'void',
  refund: 'refund',
  refundGet: 'refundSync',
} as const;

/** Our outcome kinds, by the statuses of the other implementation. */
const kinds: Readonly<Record<string, Outcome['kind']>> = {
  FAILURE: 'declined',
  CONFIRMATION_AWAITED: 'accepted',
  AUTHENTICATION_PENDING: 'accepted',
  AUTHORIZING: 'accepted',
  AUTHORIZED: 'authorized',
  VOIDED: 'voided',
  CHARGED: 'captured',
  REFUND_SUCCESS: 'refunded',
  REFUND_STATUS_UNSPECIFIED: 'declined',
  REFUND_PENDING: 'accepted',
  REFUND_MANUAL_REVIEW: 'under_review',
};

const nothingReceived = 'the reply has no received amount, and a charge of zero is not the requested amount';
/** Replies that we read differently on purpose. */
const readOtherwise: Readonly<Record<string, { kind: Outcome['kind']; why: string }>> = {
  'authorize succeeded': { kind: 'mismatched', why: nothingReceived },
  'get succeeded': { kind: 'mismatched', why: nothingReceived },
  'capture ok': { kind: 'mismatched', why: nothingReceived },
  'get requires_payment_method': {
    kind: 'accepted',
    why: 'without an error nothing was attempted yet: the call may still be in flight',
  },
};

function readBy({ flow: name, response }: ReplyVector): Outcome {
  const flowName = flows[name as keyof typeof flows];
  const flow = account?.flow(flowName);
  if (!flow) throw new Error(`no flow ${flowName}`);
  const reply = { status: response.status, headers: {}, body: JSON.stringify(response.body) };
  return flow.parseResponse(sampleOperation(flowName, { money: money(1000n, 'USD') }), reply, {});
}

describe('replies as another implementation reads them', () => {
  const statuses = vectors.responses.filter(({ expected }) => 'status' in expected);

  it.each(statuses)('the reply has the same outcome, or differs on purpose: $flow $case', (vector) => {
    const {
      status = '',
      redirect,
      connectorTransactionId,
      connectorRefundId,
    } = vector.expected as Readonly<Record<string, string>>;
    const outcome = readBy(vector);
    const kind = redirect ? 'challenged' : kinds[status];
    expect(outcome.kind).toBe(readOtherwise[`${vector.flow} ${vector.case}`]?.kind ?? kind);
    expect(outcome).toHaveProperty('reference', connectorRefundId ?? connectorTransactionId);
    if (outcome.kind === 'challenged') expect(outcome.challenge.url).toBe('https://hooks.stripe.com/3ds');
  });

  it('every listed difference is in the vectors', () => {
    const names = statuses.map(({ flow, case: name }) => `${flow} ${name}`);
    expect(names).toEqual(expect.arrayContaining(Object.keys(readOtherwise)));
    // With a received amount we read them like the other implementation.
    for (const vector of statuses.filter((one) => readOtherwise[`${one.flow} ${one.case}`]?.why === nothingReceived)) {
      const body = { ...vector.response.body, amount_received: 1000 };
      expect(readBy({ ...vector, response: { ...vector.response, body } } as ReplyVector).kind).toBe('captured');
    }
  });

  it('a decline has the same code, message and reason', () => {
    const declined = vectors.responses.filter(({ expected }) => 'connector_error' in expected);
    expect(declined).toHaveLength(1);
    for (const vector of declined) {
      const {
        code,
        message,
        reason,
        issuer_message: issuerMessage,
      } = vector.expected.error as Readonly<Record<string, string>>;
      expect(readBy(vector)).toMatchObject({
        kind: 'declined',
        reference: 'pi_1',
        error: { code, message, reason, issuerMessage },
      });
    }
  });
});
