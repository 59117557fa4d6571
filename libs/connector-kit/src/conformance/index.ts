import type { Connector } from '../define-connector';
import { flowConformance } from './flows.conformance';
import { recordings, webhookRecordings } from './recordings';
import { webhookConformance } from './webhooks.conformance';

export { sampleCard, sampleOperation } from './samples';

/** What a connector brings to the suite: details of an account, and what was recorded, as the JSON of its fixtures. */
export interface Evidence {
  readonly details: Readonly<Record<string, string>>;
  readonly baseUrl: string;
  readonly recordings: readonly unknown[];
  readonly webhooks?: unknown;
}

/** The suite that every connector must pass: its own spec is one call of this. */
export function conformance(connector: Connector, evidence: Evidence): void {
  const { details, baseUrl } = evidence;
  const account = connector.bind({ details, metadata: null, baseUrl });
  const recorded = evidence.recordings.map((file) => recordings.parse(file));

  describe(`${connector.name} keeps what every connector promises`, () => {
    it('accepts its own credentials and refuses others', () => {
      expect(account).toBeDefined();
      expect(connector.bind({ details: { auth_type: 'Unheard' }, metadata: null, baseUrl })).toBeUndefined();
      expect(connector.bind({ details: null, metadata: null, baseUrl })).toBeUndefined();
    });

    it('has recordings of every flow that it declares, and of no other', () => {
      expect(recorded.map(({ flow }) => flow).sort()).toEqual([...connector.flows].sort());
    });

    it('can be asked what became of everything that it does', () => {
      expect(connector.flows).toContain('sync');
      expect(connector.flows.includes('refundSync')).toBe(connector.flows.includes('refund'));
    });

    it('can do what it offers', () => {
      const { flows, offers } = connector;
      if (offers.some(({ refunds }) => refunds)) expect(flows).toContain('refund');
      if (offers.some(({ captureMethods }) => captureMethods.some((method) => method !== 'automatic')))
        expect(flows).toEqual(expect.arrayContaining(['capture', 'void']));
    });

    it('asks for webhooks to be verified wherever it reads any', () => {
      expect(connector.guarantees.webhookVerification === 'mandatory').toBe(connector.webhooks !== null);
    });

    if (!account) return;
    for (const file of recorded) flowConformance(file.flow, { connector, account, details }, file);
    if (connector.webhooks) webhookConformance(connector, webhookRecordings.parse(evidence.webhooks));
  });
}
