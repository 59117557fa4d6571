/** Generated from api/openapi.json by tools/generate-rest.mjs: never edited by hand. */
import { IsOptional } from 'class-validator';
import { AnyJson, Closed, Decimal, Flag, List, Mapping, MayBeAbsent, Nested, OneOf, Text, Whole } from '../decorators';
import type { JsonObject } from '../json';
import { CardDiscovery, CardNetwork, ContractBasedTimeScale, Country, Currency, CustomerDeviceDisplaySize, CustomerDevicePlatform, CustomerDeviceType, DynamicRoutingConfigParams, RankingAlgorithm, RoutableConnectors, SuccessRateSpecificityLevel, TransactionType, TxnStatus } from './enums';
import { StaticRoutingAlgorithm } from './parts';

export class RoutingConfigRequest {
  @IsOptional() @Text({ max: 64 })
  name?: string | null;
  @IsOptional() @Text({ max: 256 })
  description?: string | null;
  @IsOptional() @Nested(() => StaticRoutingAlgorithm)
  algorithm?: StaticRoutingAlgorithm | null;
  @IsOptional() @Text()
  profile_id?: string | null;
  @IsOptional() @OneOf(TransactionType)
  transaction_type?: TransactionType | null;
}

export class PaymentInfo {
  @Text()
  paymentId!: string;
  @Whole('i64')
  amount!: number;
  @Text()
  currency!: string;
  @Text()
  paymentType!: string;
  @Text()
  metadata!: string;
  @Text()
  paymentMethodType!: string;
  @Text()
  paymentMethod!: string;
  @Text()
  cardIsin!: string;
}

export class OpenRouterDecideGatewayRequest {
  @Nested(() => PaymentInfo)
  paymentInfo!: PaymentInfo;
  @Text()
  merchantId!: string;
  @IsOptional() @List() @Text({ each: true })
  eligibleGatewayList?: string[] | null;
  @IsOptional() @OneOf(RankingAlgorithm)
  rankingAlgorithm?: RankingAlgorithm | null;
  @IsOptional() @Flag()
  eliminationEnabled?: boolean | null;
}

export class UpdateScorePayload {
  @Text()
  merchantId!: string;
  @Text()
  gateway!: string;
  @OneOf(TxnStatus)
  status!: TxnStatus;
  @Text()
  paymentId!: string;
}

export class DeRoutableConnectorChoice {
  @OneOf(RoutableConnectors)
  gateway_name!: RoutableConnectors;
  @Text()
  gateway_id!: string;
}

export class RoutingEvaluateRequest {
  @Text()
  created_by!: string;
  @IsOptional() @Text()
  payment_id?: string | null;
  @Mapping()
  parameters!: JsonObject;
  @List() @Nested(() => DeRoutableConnectorChoice, { each: true })
  fallback_output!: DeRoutableConnectorChoice[];
}

@Closed()
export class DecisionManagerRequest {
  @IsOptional() @Text({ max: 64 })
  name?: string | null;
  @AnyJson()
  algorithm?: unknown;
  @AnyJson()
  program?: unknown;
}

export class MerchantSurchargeConfigs {
  @IsOptional() @Flag()
  show_surcharge_breakup_screen?: boolean | null;
}

@Closed()
export class SurchargeDecisionConfigRequest {
  @IsOptional() @Text({ max: 64 })
  name?: string | null;
  @Nested(() => MerchantSurchargeConfigs)
  merchant_surcharge_configs!: MerchantSurchargeConfigs;
  @AnyJson()
  algorithm?: unknown;
}

export class RoutableConnectorChoice {
  @OneOf(RoutableConnectors)
  connector!: RoutableConnectors;
  @IsOptional() @Text()
  merchant_connector_id?: string | null;
}

export class CurrentBlockThreshold {
  @IsOptional() @Whole('u64')
  duration_in_mins?: number | null;
  @IsOptional() @Whole('u64')
  max_total_count?: number | null;
}

export class SuccessBasedRoutingConfigBody {
  @IsOptional() @Whole('u32')
  min_aggregates_size?: number | null;
  @IsOptional() @Decimal()
  default_success_rate?: number | null;
  @IsOptional() @Whole('u32')
  max_aggregates_size?: number | null;
  @IsOptional() @Nested(() => CurrentBlockThreshold)
  current_block_threshold?: CurrentBlockThreshold | null;
  @MayBeAbsent() @OneOf(SuccessRateSpecificityLevel)
  specificity_level?: SuccessRateSpecificityLevel;
  @IsOptional() @Decimal()
  exploration_percent?: number | null;
  @IsOptional() @Flag()
  shuffle_on_tie_during_exploitation?: boolean | null;
}

export class DecisionEngineGatewayWiseExtraScore {
  @Text()
  gatewayName!: string;
  @Decimal()
  gatewaySigmaFactor!: number;
}

export class DecisionEngineSRSubLevelInputConfig {
  @IsOptional() @Text()
  paymentMethodType?: string | null;
  @IsOptional() @Text()
  paymentMethod?: string | null;
  @IsOptional() @Decimal()
  latencyThreshold?: number | null;
  @IsOptional() @Whole('i32')
  bucketSize?: number | null;
  @IsOptional() @Decimal()
  hedgingPercent?: number | null;
  @IsOptional() @Decimal()
  lowerResetFactor?: number | null;
  @IsOptional() @Decimal()
  upperResetFactor?: number | null;
  @IsOptional() @List() @Nested(() => DecisionEngineGatewayWiseExtraScore, { each: true })
  gatewayExtraScore?: DecisionEngineGatewayWiseExtraScore[] | null;
}

export class DecisionEngineSuccessRateData {
  @IsOptional() @Decimal()
  defaultLatencyThreshold?: number | null;
  @IsOptional() @Whole('i32')
  defaultBucketSize?: number | null;
  @IsOptional() @Decimal()
  defaultHedgingPercent?: number | null;
  @IsOptional() @Decimal()
  defaultLowerResetFactor?: number | null;
  @IsOptional() @Decimal()
  defaultUpperResetFactor?: number | null;
  @IsOptional() @List() @Nested(() => DecisionEngineGatewayWiseExtraScore, { each: true })
  defaultGatewayExtraScore?: DecisionEngineGatewayWiseExtraScore[] | null;
  @IsOptional() @List() @Nested(() => DecisionEngineSRSubLevelInputConfig, { each: true })
  subLevelInputConfig?: DecisionEngineSRSubLevelInputConfig[] | null;
}

@Closed()
export class SuccessBasedRoutingConfig {
  @IsOptional() @List() @OneOf(DynamicRoutingConfigParams, { each: true })
  params?: DynamicRoutingConfigParams[] | null;
  @IsOptional() @Nested(() => SuccessBasedRoutingConfigBody)
  config?: SuccessBasedRoutingConfigBody | null;
  @MayBeAbsent() @Nested(() => DecisionEngineSuccessRateData)
  decision_engine_configs?: DecisionEngineSuccessRateData;
}

@Closed()
export class EliminationAnalyserConfig {
  @IsOptional() @Whole('u64')
  bucket_size?: number | null;
  @IsOptional() @Whole('u64')
  bucket_leak_interval_in_secs?: number | null;
}

export class DecisionEngineEliminationData {
  @Decimal()
  threshold!: number;
}

@Closed()
export class EliminationRoutingConfig {
  @IsOptional() @List() @OneOf(DynamicRoutingConfigParams, { each: true })
  params?: DynamicRoutingConfigParams[] | null;
  @IsOptional() @Nested(() => EliminationAnalyserConfig)
  elimination_analyser_config?: EliminationAnalyserConfig | null;
  @MayBeAbsent() @Nested(() => DecisionEngineEliminationData)
  decision_engine_configs?: DecisionEngineEliminationData;
}

export class ContractBasedRoutingConfigBody {
  @IsOptional() @List() @Decimal({ each: true })
  constants?: number[] | null;
  @IsOptional() @OneOf(ContractBasedTimeScale)
  time_scale?: ContractBasedTimeScale | null;
}

export class LabelInformation {
  @Text()
  label!: string;
  @Whole('u64')
  target_count!: number;
  @Whole('u64')
  target_time!: number;
  @Text()
  mca_id!: string;
}

export class ContractBasedRoutingConfig {
  @IsOptional() @Nested(() => ContractBasedRoutingConfigBody)
  config?: ContractBasedRoutingConfigBody | null;
  @IsOptional() @List() @Nested(() => LabelInformation, { each: true })
  label_info?: LabelInformation[] | null;
}

export class PaymentData {
  @Whole('i64')
  amount!: number;
  @OneOf(Currency)
  currency!: Currency;
}

export class PaymentMethodMetaData {
  @OneOf(CardNetwork)
  card_network!: CardNetwork;
  @OneOf(CardDiscovery)
  card_discovery!: CardDiscovery;
}

export class CustomerDeviceData {
  @IsOptional() @OneOf(CustomerDevicePlatform)
  platform?: CustomerDevicePlatform | null;
  @IsOptional() @OneOf(CustomerDeviceType)
  device_type?: CustomerDeviceType | null;
  @IsOptional() @OneOf(CustomerDeviceDisplaySize)
  display_size?: CustomerDeviceDisplaySize | null;
}

export class IssuerData {
  @IsOptional() @Text()
  name?: string | null;
  @OneOf(Country)
  country!: Country;
}

export class AcquirerData {
  @OneOf(Country)
  country!: Country;
  @IsOptional() @Decimal()
  fraud_rate?: number | null;
}

@Closed()
export class ThreeDsDecisionRuleExecuteRequest {
  @Text()
  routing_id!: string;
  @Nested(() => PaymentData)
  payment!: PaymentData;
  @IsOptional() @Nested(() => PaymentMethodMetaData)
  payment_method?: PaymentMethodMetaData | null;
  @IsOptional() @Nested(() => CustomerDeviceData)
  customer_device?: CustomerDeviceData | null;
  @IsOptional() @Nested(() => IssuerData)
  issuer?: IssuerData | null;
  @IsOptional() @Nested(() => AcquirerData)
  acquirer?: AcquirerData | null;
}
