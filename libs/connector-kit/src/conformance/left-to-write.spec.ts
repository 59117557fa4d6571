import { errorOf } from '../outcomes';
import { defineConnectors } from '../define-connector';
import type { Flow, Flows } from '../flows';
import { getJson } from '../http';
import { leftToWrite } from './left-to-write';
import { recordings } from './recordings';

const flow = {
  buildRequest: () => getJson('https://processor.example/payouts', {}),
  parseResponse: () => ({ kind: 'declined', reference: null, error: errorOf('no', 'No'), retry: 'never' }),
} satisfies Flow<'payoutFulfill', unknown>;

const payouts = [
  {
    payoutType: 'bank',
    methodTypes: ['sepa'],
    currencies: 'all',
    steps: ['payout_create', 'payout_fulfill'],
    cancels: true,
  },
] as const;

const connectorWith = (flows: Flows<unknown>, paid: typeof payouts | readonly [] = payouts) =>
  defineConnectors(
    {
      payer: {
        displayName: 'Payer',
        connectorTypes: ['payout_processor'],
        test: true,
        baseUrl: 'https://processor.example',
        credentials: ['HeaderKey'],
        capabilities: [],
        payouts: paid,
        guarantees: { lookupIsAuthoritative: true, webhookVerification: 'none' },
      },
    },
    { flows, webhooks: null },
  ).payer;

/** The files that are left of a connector without recordings, in no folder. */
const filesLeft = (...of: Parameters<typeof connectorWith>): readonly string[] =>
  leftToWrite('/nowhere/connectors-of-a-test/payer', connectorWith(...of), []).map((line) => line.split(':')[0]!);

describe('what is left to write of a connector that pays out alone', () => {
  it('names the flows of its steps, of its cancellations and of their sync, and none of payments', () => {
    const files = filesLeft({});
    expect(files.filter((file) => file.startsWith('flows/'))).toEqual([
      'flows/payout-fulfill.ts',
      'flows/payout-create.ts',
      'flows/payout-cancel.ts',
      'flows/payout-sync.ts',
    ]);
    expect(files).not.toContain('capabilities.ts');
  });

  it('names what it pays out, where that is missing', () => {
    expect(filesLeft({ payoutFulfill: flow }, [])).toContain('payouts.ts');
  });

  it('names the operations whose sync no recording shows', () => {
    const all = { payoutCreate: flow, payoutFulfill: flow, payoutCancel: flow, payoutSync: flow };
    const sync = (operation?: string) => ({
      name: 'paid',
      shows: 'success',
      ...(operation && { operation: { flow: operation } }),
      reply: { status: 200, body: {} },
      outcome: { kind: 'absent' },
    });
    const recorded = recordings.parse({ flow: 'payoutSync', exchanges: [sync(), sync('payout_create')] });
    const lines = leftToWrite('/nowhere/connectors-of-a-test/payer', connectorWith(all), [recorded]);
    expect(lines.filter((line) => line.startsWith('fixtures/payout-sync.json'))).toEqual([
      'fixtures/payout-sync.json: a recorded success of the operation payout_cancel',
    ]);
  });
});
