import type { Connector } from '../define-connector';
import { flowConformance } from './flows.conformance';
import { recordings, webhookRecordings } from './recordings';
import { webhookConformance } from './webhooks.conformance';

export { sampleCard, sampleOperation } from './samples';

/** A connector's input to the suite: account details, and recorded exchanges as the JSON of its fixtures. */
export interface Evidence {
  readonly details: Readonly<Record<string, string>>;
  /** The account's metadata, where the connector reads it. */
  readonly metadata?: Readonly<Record<string, string>>;
  readonly baseUrl: string;
  readonly recordings: readonly unknown[];
  readonly webhooks?: unknown;
}

/** The suite that every connector must pass; a connector's spec calls it once. */
export function conformance(connector: Connector, evidence: Evidence): void {
  const { details, metadata = null, baseUrl } = evidence;
  const account = connector.bind({ details, metadata, baseUrl });
  const recorded = evidence.recordings.map((file) => recordings.parse(file));

  describe(`${connector.name} conforms to the connector kit`, () => {
    it('the connector accepts its own credentials and refuses others', () => {
      expect(account).toBeDefined();
      expect(connector.bind({ details: { auth_type: 'UnknownType' }, metadata: null, baseUrl })).toBeUndefined();
      expect(connector.bind({ details: null, metadata: null, baseUrl })).toBeUndefined();
    });

    it('the connector has recordings of every flow that it declares, and of no other', () => {
      expect(recorded.map(({ flow }) => flow).sort()).toEqual([...connector.flows].sort());
    });

    it('the connector can sync every operation that it supports', () => {
      expect(connector.flows.includes('sync')).toBe(connector.flows.includes('authorize'));
      expect(connector.flows.includes('authenticationSync')).toBe(connector.flows.includes('authenticate'));
      expect(connector.flows.includes('sync') || connector.flows.includes('authenticationSync')).toBe(true);
      expect(connector.flows.includes('refundSync')).toBe(connector.flows.includes('refund'));
      expect(connector.flows.includes('unreferencedRefundSync')).toBe(connector.flows.includes('unreferencedRefund'));
    });

    it('the connector declares the flows that its capabilities need', () => {
      const { flows, capabilities } = connector;
      if (capabilities.some(({ refunds }) => refunds)) expect(flows).toContain('refund');
      if (connector.unreferencedRefunds) expect(flows).toContain('unreferencedRefund');
      if (capabilities.some(({ captureMethods }) => captureMethods.some((method) => method !== 'automatic')))
        expect(flows).toEqual(expect.arrayContaining(['capture', 'void']));
    });

    it('every capability names its payment method types and its capture methods', () => {
      for (const { paymentMethodTypes, captureMethods } of connector.capabilities) {
        expect(paymentMethodTypes).not.toEqual([]);
        expect(captureMethods).not.toEqual([]);
      }
    });

    it('a settling time of searches is guaranteed only where "not found" depends on the kind of lookup', () => {
      const { lookupIsAuthoritative, searchSettlesAfterMs } = connector.guarantees;
      if (lookupIsAuthoritative !== 'by_reference') expect(searchSettlesAfterMs).toBeUndefined();
    });

    it('a connector that reads webhooks guarantees their verification', () => {
      expect(connector.guarantees.webhookVerification === 'mandatory').toBe(connector.webhooks !== null);
    });

    if (!account) return;
    for (const file of recorded) flowConformance(file.flow, { connector, account, details }, file);
    if (connector.webhooks) webhookConformance(connector, webhookRecordings.parse(evidence.webhooks));
  });
}
