import type { BoundConnector, Connector } from '../define-connector';
import { declarationOf, operationNames, type RecordedCase } from '@payorch/operations';
import { flowOf, lookupFlows, type FlowName, type Found } from '../flows';
import type { HttpRequest } from '../http';
import { foundBy, preliminaryConformance } from './preliminaries.conformance';
import type { Recordings } from './recordings';
import { asRecorded, expectSound, replyOf } from './requests';
import { sampleOperation, sampleOperations } from './samples';
import { inconclusiveAnswers } from './inconclusive-answers';

const ofOperations = Object.fromEntries(operationNames.map((name) => [flowOf(name), declarationOf(name).cases]));

/** The recordings that each flow requires: each covers a case that has cost money before. */
export const requiredCases: Readonly<Record<string, readonly RecordedCase[]>> = {
  ...ofOperations,
  setup: ['success', 'refusal', 'unseen_status', 'fault'],
  sync: ['success', 'refusal', 'waiting', 'unseen_status', 'other_amount', 'no_trace', 'fault'],
  refundSync: ['success', 'refusal', 'waiting', 'unseen_status', 'other_amount', 'no_trace', 'fault'],
  unreferencedRefundSync: ['success', 'refusal', 'waiting', 'unseen_status', 'other_amount', 'no_trace', 'fault'],
  payoutSync: ['success', 'refusal', 'waiting', 'unseen_status', 'other_amount', 'no_trace', 'fault'],
  disputeSync: ['success', 'waiting', 'unseen_status', 'fault'],
  authenticationSync: ['success', 'refusal', 'waiting', 'unseen_status', 'no_trace', 'fault'],
};

/** What may be sent again without a key: lookups, and the question whether a recipient can be paid, which creates nothing. */
const harmless: ReadonlySet<FlowName> = new Set([...lookupFlows, 'payoutEligibility']);

interface Subject {
  readonly connector: Connector;
  readonly account: BoundConnector;
  /** The secrets of `connector_account_details`. */
  readonly details: Readonly<Record<string, string>>;
  /** Whether the flow's answers name an amount. */
  readonly namesAmount: boolean;
}

const ofAmounts: ReadonlySet<RecordedCase> = new Set(['other_amount', 'other_currency']);

/** The part of the suite for one flow. */
export function flowConformance<Name extends FlowName>(
  name: Name,
  { connector, account, details, namesAmount }: Subject,
  recordings: Recordings,
): void {
  const flow = account.flow(name);
  if (!flow) throw new Error(`${connector.name} declares no flow ${name}`);
  const { exchanges, before } = recordings;
  const usual: Found = foundBy(before);

  describe(`flow: ${name}`, () => {
    it('the flow has a recording of every required case', () => {
      const required = requiredCases[name]!.filter((one) => namesAmount || !ofAmounts.has(one));
      expect(exchanges.map(({ shows }) => shows)).toEqual(expect.arrayContaining(required));
      expect(exchanges.some(({ request }) => request)).toBe(true);
    });

    it('the flow builds the same request from the same operation, without secrets in its URL and without absent fields', () => {
      for (const operation of [{}, ...exchanges.map(({ operation: changes }) => changes)]) {
        const sample = sampleOperation(name, operation);
        expectSound(() => flow.buildRequest(sample, usual), { details, operation: sample });
      }
    });

    if (connector.guarantees.idempotencyKeys && !harmless.has(name)) {
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
