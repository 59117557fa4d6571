import { Controller, Get, Inject, Query } from '@nestjs/common';
import { type Refusal, refuse } from '@payorch/contracts';
import { isCurrency } from '@payorch/kernel';
import { ForexConversionQuery } from '@payorch/rest';
import { AllowOnly } from '../../auth';
import { convertFromMinor, forexView } from '../../forex-rates';
import { CurrentRates } from '../current-rates';

const noRates = refuse('not_found', { message: 'Unable to fetch forex rates' });
const notAcceptable = refuse('invalid_request', { message: 'The provided currency is not acceptable' });

/** The operator's rates between currencies. They decide nothing about payments. */
@Controller('forex')
@AllowOnly('secret_key')
export class ForexController {
  constructor(@Inject(CurrentRates) private readonly current: Pick<CurrentRates, 'at'>) {}

  @Get('rates')
  rates(): ReturnType<typeof forexView> | Refusal {
    const rates = this.current.at(new Date());
    return rates ? forexView(rates) : noRates;
  }

  @Get('convert_from_minor')
  convert(@Query() query: ForexConversionQuery): { converted_amount: string; currency: string } | Refusal {
    const { amount, from_currency: from, to_currency: to } = query;
    if (!isCurrency(from) || !isCurrency(to)) return notAcceptable;
    const rates = this.current.at(new Date());
    if (!rates) return noRates;
    const converted = convertFromMinor(rates, { amount: BigInt(amount), from, to });
    return converted === undefined ? notAcceptable : { converted_amount: converted, currency: to };
  }
}
