import type { ForexRates } from '../forex-rates';

export interface CurrentRatesOptions {
  readonly rates: ForexRates | null;
  /** Older rates are not served. */
  readonly maxAgeMs: number;
}

/** The operator's newest rates. */
export class CurrentRates {
  private rates: ForexRates | null;

  constructor(private readonly options: CurrentRatesOptions) {
    this.rates = options.rates;
  }

  replace(rates: ForexRates | null): void {
    this.rates = rates;
  }

  /** Undefined without rates, and for rates that are too old to be charged by. */
  at(now: Date): ForexRates | undefined {
    const { rates } = this;
    return rates && now.getTime() - rates.timestamp * 1_000 <= this.options.maxAgeMs ? rates : undefined;
  }
}
