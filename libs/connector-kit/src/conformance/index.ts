import { recordKinds } from '@payorch/contracts';
import { declarationOf, operationNames } from '@payorch/operations';
import type { Connector } from '../define-connector';
import { flowOf, type FlowName } from '../flows';
import { flowOfKind } from '../lists';
import { flowConformance } from './flows.conformance';
import { leftToWrite } from './left-to-write';
import { listConformance } from './lists.conformance';
import { payoutConformance } from './payouts.conformance';
import {
  disputeListRecordings,
  pageQuery,
  recordings,
  recordListRecordings,
  recordQuery,
  webhookRecordings,
} from './recordings';
import { webhookConformance } from './webhooks.conformance';

export { sampleBankAccount, sampleCard, sampleOperation } from './samples';

/** A connector's input to the suite: account details, and recorded exchanges as the JSON of its fixtures. */
export interface Evidence {
  /** The connector's folder. */
  readonly folder: string;
  readonly details: Readonly<Record<string, string>>;
  /** The fields of the details that are no secrets, and may stand in URLs: a profile's id. */
  readonly openDetails?: readonly string[];
  /** The flows whose answers name no amount, so that none can differ from the requested one. */
  readonly answersWithoutAmount?: readonly FlowName[];
  /** The account's metadata, where the connector reads it. */
  readonly metadata?: Readonly<Record<string, string>>;
  readonly baseUrl: string;
  readonly recordings: readonly unknown[];
  readonly webhooks?: unknown;
  /** The recorded pages of the processor's list of disputes, where it has one. */
  readonly disputeList?: unknown;
  /** The recorded pages of what the processor lists of each kind, where it has such a list. */
  readonly recordList?: unknown;
}

const webhookUrl = 'https://switch.example/webhooks/merchant/mca';

/** The suite that every connector must pass; a connector's spec calls it once. */
export function conformance(connector: Connector, evidence: Evidence): void {
  const { details, metadata = null, baseUrl, openDetails = [], answersWithoutAmount = [] } = evidence;
  const secrets = Object.fromEntries(Object.entries(details).filter(([name]) => !openDetails.includes(name)));
  const account = connector.bind({ details, metadata, baseUrl, webhookUrl });
  const recorded = evidence.recordings.map((file) => recordings.parse(file));

  describe(`${connector.name} conforms to the connector kit`, () => {
    it('nothing of the connector is left to write', () => {
      expect(leftToWrite(evidence.folder, connector, recorded)).toEqual([]);
    });

    it('the connector accepts its own credentials and refuses others', () => {
      expect(account).toBeDefined();
      expect(connector.bind({ details: { auth_type: 'UnknownType' }, metadata: null, baseUrl })).toBeUndefined();
      expect(connector.bind({ details: null, metadata: null, baseUrl })).toBeUndefined();
    });

    it('the connector has recordings of every flow that it declares, and of no other', () => {
      expect(recorded.map(({ flow }) => flow).sort()).toEqual([...connector.flows].sort());
    });

    it('the connector can sync every operation that it supports', () => {
      const has = (flow: string): boolean => (connector.flows as readonly string[]).includes(flow);
      for (const name of operationNames) {
        const { lookup } = declarationOf(name);
        if (lookup && has(flowOf(name))) expect(connector.flows).toContain(lookup.flow);
      }
      expect(has('sync')).toBe(has('authorize'));
      expect(has('authenticationSync')).toBe(has('authenticate'));
      expect(has('payoutSync')).toBe(has('payoutFulfill'));
      expect(has('sync') || has('authenticationSync') || has('payoutSync')).toBe(true);
      expect(has('refundSync')).toBe(has('refund'));
      expect(has('unreferencedRefundSync')).toBe(has('unreferencedRefund'));
    });

    it('every capability names its payment method types and its capture methods', () => {
      for (const { paymentMethodTypes, captureMethods } of connector.capabilities) {
        expect(paymentMethodTypes).not.toEqual([]);
        expect(captureMethods).not.toEqual([]);
      }
    });

    payoutConformance(connector);

    it('a settling time of searches is guaranteed only where "not found" depends on the kind of lookup', () => {
      const { lookupIsAuthoritative, searchSettlesAfterMs } = connector.guarantees;
      if (lookupIsAuthoritative !== 'by_reference') expect(searchSettlesAfterMs).toBeUndefined();
    });

    it('a connector that reads webhooks guarantees their verification', () => {
      expect(connector.guarantees.webhookVerification === 'mandatory').toBe(connector.webhooks !== null);
    });

    if (!account) return;
    for (const file of recorded) {
      const namesAmount = !answersWithoutAmount.includes(file.flow);
      flowConformance(file.flow, { connector, account, details: secrets, namesAmount }, file);
    }
    if (account.disputeList) {
      const pages = disputeListRecordings.parse(evidence.disputeList);
      listConformance('the list of disputes', account.disputeList, pages, [pageQuery.parse({})]);
    }
    if (account.recordList) {
      const pages = recordListRecordings.parse(evidence.recordList);
      const queries = recordKinds.map((kind) => recordQuery.parse({ kind }));
      listConformance('the list of records', account.recordList, pages, queries);
      it('the list of records has recordings of every kind, and each record is of the requested one', () => {
        const listed = pages.pages.flatMap(({ query, page }) =>
          page.kind === 'failed' ? [] : page.items.map(({ kind }) => ({ requested: query.kind, kind })),
        );
        for (const { requested, kind } of listed) expect(kind).toBe(requested);
        const kinds = recordKinds.filter((kind) => connector.flows.includes(flowOfKind[kind]));
        expect(new Set(listed.map(({ kind }) => kind))).toEqual(new Set(kinds));
      });
    }
    if (connector.webhooks) webhookConformance(connector, webhookRecordings.parse(evidence.webhooks));
  });
}
