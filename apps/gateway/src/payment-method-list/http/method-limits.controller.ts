import { Controller, Get, Inject, Query } from '@nestjs/common';
import type { Refusal } from '@payorch/contracts';
import { definitionOf, isAvailable } from '@payorch/connectors/catalogue';
import { PaymentMethodLimitsQuery } from '@payorch/rest';
import { AllowOnly } from '../../auth';
import type { GatewayConfig } from '../../config';
import { configToken } from '../../tokens';
import { methodLimits, type MethodLimits } from '../domain/method-limits';

/** From the catalogue alone: the answer is the same for every merchant. */
@Controller('payment_methods/filter')
@AllowOnly('secret_key')
export class MethodLimitsController {
  constructor(@Inject(configToken) private readonly config: Pick<GatewayConfig, 'testConnectors'>) {}

  @Get()
  limits(@Query() { connector, paymentMethodType }: PaymentMethodLimitsQuery): MethodLimits | Refusal {
    const definition = definitionOf(connector);
    const isOffered = definition && isAvailable(definition, this.config.testConnectors);
    return methodLimits(isOffered ? definition : undefined, paymentMethodType);
  }
}
