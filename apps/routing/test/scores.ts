import type { ContractConfig, DynamicRouting, EliminationConfig, SuccessBasedConfig } from '@payorch/contracts';
import type { MerchantConnectorId, MerchantId, ProfileId, RoutingAlgorithmId } from '@payorch/kernel';
import type { AttemptResult } from '../src/domain/scores/count-results';
import type { ScoredPayment } from '../src/domain/scores/rank-by-scores';

const owner = { merchantId: 'acme' as MerchantId, profileId: 'pro_1' as ProfileId };
const selects = (id: string) =>
  ({ algorithmId: id as RoutingAlgorithmId, feature: 'dynamic_connector_selection' }) as const;

/** The defaults of the interface. */
export const aSuccessBased = (over: Partial<SuccessBasedConfig> = {}): SuccessBasedConfig => ({
  ...selects('routing_success'),
  params: ['PaymentMethod'],
  minAggregatesSize: 5,
  defaultSuccessRate: 100,
  maxAggregatesSize: 8,
  blockThreshold: { durationInMins: null, maxTotalCount: 5 },
  specificityLevel: 'merchant',
  explorationPercent: 20,
  shuffleOnTie: false,
  ...over,
});

export const anElimination = (over: Partial<EliminationConfig> = {}): EliminationConfig => ({
  ...selects('routing_elimination'),
  params: ['PaymentMethod'],
  bucketSize: 5,
  bucketLeakIntervalInSecs: 60,
  ...over,
});

export const aContract = (labels: ContractConfig['labels'], over: Partial<ContractConfig> = {}): ContractConfig => ({
  ...selects('routing_contract'),
  constants: [0.7, 0.35],
  timeScale: 'day',
  labels,
  ...over,
});

export const aDynamic = (over: Partial<DynamicRouting> = {}): DynamicRouting => ({
  successBased: null,
  elimination: null,
  contract: null,
  split: 100,
  ...over,
});

export const accountRefOf = (id: string, connector = 'stripe_test') => ({
  merchantConnectorId: id as MerchantConnectorId,
  connector,
});

export const aScoredPayment = (over: Partial<ScoredPayment> = {}): ScoredPayment => ({
  ...owner,
  attemptId: 'pay_1_1',
  values: { PaymentMethod: 'card' },
  ...over,
});

export const aResult = (over: Partial<AttemptResult> = {}): AttemptResult => ({
  ...owner,
  ...accountRefOf('mca_1'),
  isApproved: true,
  errorCategory: null,
  values: { PaymentMethod: 'card' },
  at: 0,
  ...over,
});
