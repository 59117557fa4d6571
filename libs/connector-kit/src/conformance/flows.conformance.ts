import type { BoundConnector, Connector } from '../define-connector';
import type { FlowName, Found } from '../flows';
import type { HttpRequest } from '../http';
import { foundBy, preliminaryConformance } from './preliminaries.conformance';
import type { Recordings, Shows } from './recordings';
import { asRecorded, expectSound, replyOf } from './requests';
import { sampleOperation, sampleOperations } from './samples';
import { inconclusiveAnswers } from './inconclusive-answers';

/** The flows that move nothing, and may be sent again without a key. */
const lookups: readonly FlowName[] = ['sync', 'refundSync', 'unreferencedRefundSync'];

/** The recordings that each flow requires: each covers a case that has cost money before. */
const required: Readonly<Record<FlowName, readonly Shows[]>> = {
  createOrder: ['success', 'refusal', 'unseen_status', 'other_amount', 'other_currency', 'fault'],
  preAuthenticate: ['success', 'refusal', 'fault'],
  authenticate: ['success', 'refusal', 'waiting', 'unseen_status', 'fault'],
  authenticationSync: ['success', 'refusal', 'waiting', 'unseen_status', 'no_trace', 'fault'],
  authorize: ['success', 'refusal', 'unseen_status', 'other_amount', 'other_currency', 'fault'],
  setup: ['success', 'refusal', 'unseen_status', 'fault'],
  increment: ['success', 'refusal', 'unseen_status', 'other_amount', 'fault'],
  extend: ['success', 'refusal', 'unseen_status', 'fault'],
  capture: ['success', 'refusal', 'unseen_status', 'other_amount', 'fault'],
  void: ['success', 'refusal', 'unseen_status', 'fault'],
  postCaptureVoid: ['success', 'refusal', 'unseen_status', 'fault'],
  revokeMandate: ['success', 'refusal', 'fault'],
  sync: ['success', 'refusal', 'waiting', 'unseen_status', 'other_amount', 'no_trace', 'fault'],
  refund: ['success', 'refusal', 'unseen_status', 'other_amount', 'other_currency', 'fault'],
  refundSync: ['success', 'refusal', 'waiting', 'unseen_status', 'other_amount', 'no_trace', 'fault'],
  unreferencedRefund: ['success', 'refusal', 'unseen_status', 'other_amount', 'other_currency', 'fault'],
  unreferencedRefundSync: ['success', 'refusal', 'waiting', 'unseen_status', 'other_amount', 'no_trace', 'fault'],
};

interface Subject {
  readonly connector: Connector;
  readonly account: BoundConnector;
  readonly details: Readonly<Record<string, string>>;
}

/** The part of the suite for one flow. */
export function flowConformance<Name extends FlowName>(
  name: Name,
  { connector, account, details }: Subject,
  recordings: Recordings,
): void {
  const flow = account.flow(name);
  if (!flow) throw new Error(`${connector.name} declares no flow ${name}`);
  const { exchanges, before } = recordings;
  const usual: Found = foundBy(before);

  describe(`flow: ${name}`, () => {
    it('the flow has a recording of every required case', () => {
      expect(exchanges.map(({ shows }) => shows)).toEqual(expect.arrayContaining([...required[name]]));
      expect(exchanges.some(({ request }) => request)).toBe(true);
    });

    it('the flow builds the same request from the same operation, without secrets in its URL and without absent fields', () => {
      expectSound(() => flow.buildRequest(sampleOperations[name], usual), details);
    });

    if (connector.guarantees.idempotencyKeys && !lookups.includes(name)) {
      it('every request of the flow has an idempotency key made of its operation id, since calls may be sent again', () => {
        const keys = ({ headers }: HttpRequest) =>
          Object.values(headers).filter((value) => value.includes(operation.id));
        const operation = sampleOperations[name];
        expect(keys(flow.buildRequest(operation, usual))).toEqual([operation.id]);
        for (const preliminary of flow.before(operation))
          expect(keys(preliminary.buildRequest(usual))).toEqual([`${operation.id}:${preliminary.name}`]);
      });
    }

    preliminaryConformance(name, flow, recordings, details);

    it.each(exchanges)('$name', (recorded) => {
      const sample = sampleOperation(name, recorded.operation);
      const found = recorded.found ?? usual;
      if (recorded.request) expect(asRecorded(flow.buildRequest(sample, found))).toEqual(recorded.request);
      expect(flow.parseResponse(sample, replyOf(recorded), found)).toEqual(recorded.outcome);
    });

    it.each(inconclusiveAnswers)('HTTP $status with the body $body is unknown', (reply) => {
      expect(flow.parseResponse(sampleOperations[name], reply, usual).kind).toBe('unknown');
    });
  });
}
