import { declarationOf, operationNames } from '@payorch/operations';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Connector } from '../define-connector';
import { flowOf, type FlowName } from '../flows';
import { requiredCases } from './flows.conformance';
import type { Recordings } from './recordings';

/** The flows of a connector with these capabilities. */
function flowsOfCapabilities({ capabilities, unreferencedRefunds }: Connector): readonly FlowName[] {
  const has = (of: (capability: Connector['capabilities'][number]) => boolean | undefined) => capabilities.some(of);
  return [
    'authorize',
    ...(has(({ captureMethods }) => captureMethods.some((method) => method !== 'automatic'))
      ? (['capture', 'void'] as const)
      : []),
    ...(has(({ refunds }) => refunds) ? (['refund'] as const) : []),
    ...(has(({ orders }) => orders) ? (['createOrder'] as const) : []),
    ...(unreferencedRefunds ? (['unreferencedRefund'] as const) : []),
  ];
}

/** The flows of what a connector pays out. */
const flowsOfPayouts = ({ payouts = [] }: Connector): readonly FlowName[] => [
  'payoutFulfill',
  ...payouts.flatMap(({ steps }) => steps.map(flowOf)),
  ...(payouts.some(({ cancels }) => cancels) ? (['payoutCancel'] as const) : []),
];

/** The flows of each type of connector. A connector may have several types. */
const flowsOfTypes: Readonly<Record<string, (connector: Connector) => readonly FlowName[]>> = {
  payment_processor: flowsOfCapabilities,
  payout_processor: flowsOfPayouts,
  authentication_processor: () => ['preAuthenticate', 'authenticate'],
};

/** The flows that a connector must have, with the lookups of those. */
function neededFlows(connector: Connector): readonly FlowName[] {
  const flows = [...new Set(connector.connectorTypes.flatMap((type) => flowsOfTypes[type]?.(connector) ?? []))];
  const all = [...flows, ...connector.flows];
  const lookups = operationNames.flatMap((name) => {
    const { lookup } = declarationOf(name);
    return lookup && all.includes(flowOf(name)) ? [lookup.flow] : [];
  });
  return [...new Set([...flows, ...lookups])];
}

const kebab = (flow: FlowName): string => flow.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** What the recordings do not show yet, by file. */
const unrecorded = (flows: readonly FlowName[], recorded: readonly Recordings[]): readonly string[] =>
  flows
    .filter((flow) => !recorded.some((one) => one.flow === flow))
    .map((flow) => `fixtures/${kebab(flow)}.json: recorded exchanges: ${requiredCases[flow]!.join(', ')}`);

/** The syncs that find several operations, each with the one that its sample is about. */
const sharedSyncs = { sync: 'authorize', payoutSync: 'payout_fulfill', disputeSync: 'accept_dispute' } as const;

const isShared = (flow: FlowName): flow is keyof typeof sharedSyncs => Object.hasOwn(sharedSyncs, flow);

/** The operations of the connector whose sync no recording shows: a sync that knew nothing of one would call it absent. */
const unsynced = ({ flows }: Connector, recorded: readonly Recordings[]): readonly string[] =>
  recorded.flatMap(({ flow: sync, exchanges }) => {
    if (!isShared(sync)) return [];
    const shown = exchanges.flatMap(({ shows, operation }) =>
      shows === 'success' ? [operation['flow'] ?? sharedSyncs[sync]] : [],
    );
    return operationNames
      .filter((name) => declarationOf(name).lookup?.flow === sync && flows.includes(flowOf(name)))
      .filter((name) => !shown.includes(name))
      .map((name) => `fixtures/${kebab(sync)}.json: a recorded success of the operation ${name}`);
  });

/** Every connector of the catalogue has its simulated processor; an example has none. */
function withoutSimulator(folder: string): boolean {
  const isOfCatalogue = path.basename(path.dirname(folder)) === 'connectors';
  const simulator = path.resolve(folder, '../../../apps/sandbox/src/processors', path.basename(folder), 'index.ts');
  return isOfCatalogue && !existsSync(simulator);
}

/** What a person has still to write, a line for each file; nothing for a complete connector. */
export function leftToWrite(folder: string, connector: Connector, recorded: readonly Recordings[]): readonly string[] {
  const { baseUrl, capabilities, connectorTypes, flows, guarantees, payouts = [], webhooks } = connector;
  const needed = neededFlows(connector);
  const takesPayments = connectorTypes.includes('payment_processor');
  const paysOut = connectorTypes.includes('payout_processor');
  const lines: readonly (readonly [boolean, string])[] = [
    [new URL(baseUrl).hostname.endsWith('.invalid'), `definition.ts: the address of the API in place of ${baseUrl}`],
    [
      takesPayments && capabilities.length === 0,
      'capabilities.ts: each payment method with its types, currencies and capture methods',
    ],
    [paysOut && payouts.length === 0, 'payouts.ts: each payout type with its types, currencies and steps'],
    ...needed.map(
      (flow) =>
        [!flows.includes(flow), `flows/${kebab(flow)}.ts: buildRequest and parseResponse, in index.ts`] as const,
    ),
    [
      (takesPayments || paysOut) && !existsSync(path.join(folder, 'errors.ts')),
      'errors.ts: its error codes as declines, and which of them another account may accept',
    ],
    [
      guarantees.webhookVerification === 'mandatory' && webhooks === null,
      "webhooks.ts: the webhook reader; or `webhookVerification: 'none'` in definition.ts if the processor cannot sign",
    ],
    [withoutSimulator(folder), `apps/sandbox/src/processors/${path.basename(folder)}: the simulated processor`],
  ];
  return [
    ...lines.flatMap(([isLeft, line]) => (isLeft ? [line] : [])),
    ...unrecorded([...new Set([...needed, ...flows])], recorded),
    ...unsynced(connector, recorded),
  ];
}
