import type { DataOf, routingAlgorithmCreate } from '@payorch/contracts';
import type { RoutingAlgorithmId } from '@payorch/kernel';
import type { AlgorithmRecord } from '../src/domain/algorithms/algorithm-record';
import { merchantId, profileId } from './builders';
import { aComparison, aProgram, aRule } from './programs';

type Command = DataOf<typeof routingAlgorithmCreate>;

/** No 3DS below 3000, else a challenge. */
const lowAmounts = aProgram(aRule({ condition: [aComparison('amount', 'less_than', 'number', 3000)] }));

export const anAlgorithmCommand = (given: Partial<Command> = {}): Command => ({
  merchantId,
  profileId,
  algorithmId: 'routing_1' as RoutingAlgorithmId,
  name: 'Low amounts',
  description: 'No 3DS below 30.00',
  algorithm: { type: 'three_ds_decision_rule', data: lowAmounts },
  algorithmFor: 'three_ds_authentication',
  ...given,
});

export const anAlgorithmRecord = (given: Partial<AlgorithmRecord> = {}): AlgorithmRecord => ({
  ...anAlgorithmCommand(),
  createdAt: new Date('2026-01-05T10:00:00.000Z'),
  ...given,
});
