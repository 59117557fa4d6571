/** Generated from api/openapi.json by tools/generate-rest.mjs: never edited by hand. */
import { IsOptional } from 'class-validator';
import { Closed, Decimal, Nested, OneOf, Text, Whole } from '../decorators';
import { CardDiscovery, CardNetwork, Country, Currency, CustomerDeviceDisplaySize, CustomerDevicePlatform, CustomerDeviceType, RoutableConnectors, TransactionType } from './enums';
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

export class RoutableConnectorChoice {
  @OneOf(RoutableConnectors)
  connector!: RoutableConnectors;
  @IsOptional() @Text()
  merchant_connector_id?: string | null;
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
