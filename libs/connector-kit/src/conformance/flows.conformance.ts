import type { BoundConnector, Connector } from '../define-connector';
import type { FlowName } from '../flows';
import type { HttpReply, HttpRequest } from '../http';
import { contentOf, jsonOf, withoutAbsent } from '../http';
import type { Recordings, Shows } from './recordings';
import { sampleCard, sampleOperation, sampleOperations } from './samples';

/** What each flow must have a recording of: silence about one of these has cost somebody money. */
const required: Readonly<Record<FlowName, readonly Shows[]>> = {
  authorize: ['success', 'refusal', 'unseen_status', 'other_amount', 'other_currency', 'fault'],
  capture: ['success', 'refusal', 'unseen_status', 'other_amount', 'fault'],
  void: ['success', 'refusal', 'unseen_status', 'fault'],
  sync: ['success', 'refusal', 'waiting', 'unseen_status', 'other_amount', 'no_trace', 'fault'],
};

/** Answers that say nothing of what the processor did. */
const silences: readonly HttpReply[] = [
  ...[500, 502, 503, 504].map((status) => ({ status, headers: {}, body: '{"status":"succeeded"}' })),
  ...['', 'null', '[]', '{}', '<html>Bad gateway</html>', '{"status":'].map((body) => ({
    status: 200,
    headers: {},
    body,
  })),
  { status: 302, headers: { location: 'https://elsewhere.example' }, body: '' },
];

const textOf = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body));
const secretsOf = (details: Readonly<Record<string, string>>): string[] => [
  sampleCard.number.reveal(),
  ...Object.entries(details).flatMap(([name, value]) => (name === 'auth_type' ? [] : [value])),
];

function itKeepsSecrets(request: HttpRequest, details: Readonly<Record<string, string>>): void {
  for (const secret of secretsOf(details)) expect(decodeURIComponent(request.url)).not.toContain(secret);
}

function itLeavesAbsentOut({ body }: HttpRequest): void {
  const json = jsonOf(body ?? '');
  if (json !== undefined) expect(json).toEqual(withoutAbsent(json));
}

interface Subject {
  readonly connector: Connector;
  readonly account: BoundConnector;
  readonly details: Readonly<Record<string, string>>;
}

/** The part of the suite for one flow. */
export function flowConformance<Name extends FlowName>(
  name: Name,
  { connector, account, details }: Subject,
  exchanges: Recordings['exchanges'],
): void {
  const flow = account.flow(name);
  if (!flow) throw new Error(`${connector.name} declares no flow ${name}`);

  describe(`flow: ${name}`, () => {
    it('has a recording of everything that it may meet', () => {
      expect(exchanges.map(({ shows }) => shows)).toEqual(expect.arrayContaining([...required[name]]));
      expect(exchanges.some(({ request }) => request)).toBe(true);
    });

    it('builds the same request from the same operation, without secrets in its address and without absent fields', () => {
      const request = flow.buildRequest(sampleOperations[name]);
      expect(flow.buildRequest(sampleOperations[name])).toEqual(request);
      itKeepsSecrets(request, details);
      itLeavesAbsentOut(request);
    });

    it.each(exchanges)('$name', ({ operation, request, reply, outcome }) => {
      const sample = sampleOperation(name, operation);
      if (request) {
        const built = flow.buildRequest(sample);
        expect({ ...built, body: contentOf(built) }).toEqual(request);
      }
      expect(flow.parseResponse(sample, { ...reply, body: textOf(reply.body) })).toEqual(outcome);
    });

    it.each(silences)('takes HTTP $status with the body $body as unknown', (reply) => {
      expect(flow.parseResponse(sampleOperations[name], reply).kind).toBe('unknown');
    });
  });
}
