import type { CardFacts as Facts } from '@payorch/contracts';
import { ReadThrough } from '../persistence';
import type { CardInfo } from './domain/card-info';
import { countryCodeOf } from './domain/country-code';

export interface CardFactsOptions {
  /** The row of the longest of these prefixes, with the id of its issuer; undefined where there is none. */
  readonly find: (iins: readonly string[]) => Promise<IssuedCardInfo | undefined>;
  /** The delay until a change that another gateway made is visible. */
  readonly refreshAfterMs: number;
  readonly maxEntries?: number;
  readonly onFault?: (error: unknown) => void;
}

interface Entry {
  readonly facts: Facts | null;
}

export interface IssuedCardInfo {
  readonly info: CardInfo;
  /** Null where no card issuer has the name of the row. */
  readonly issuerId: string | null;
}

const factsOf = ({ info, issuerId }: IssuedCardInfo): Facts => ({
  network: info.card_network,
  issuer: info.card_issuer,
  type: info.card_type,
  subtype: info.card_subtype,
  issuingCountry: info.card_issuing_country,
  issuingCountryCode: countryCodeOf(info),
  issuerId,
});

/** A number with eight public digits finds a row of eight or six digits; a shorter number only a row of six. */
const prefixOf = (number: string): string => number.slice(0, 8);

/**
 * The facts of a card by its first digits, from a bounded cache that also stores prefixes without a row: a payment
 * waits for the database once for each card prefix, and never for a refresh.
 */
export class CardFacts {
  private readonly known: ReadThrough<Entry>;

  constructor(private readonly options: CardFactsOptions) {
    this.known = new ReadThrough(async (prefix) => this.read(prefix), {
      refreshAfterMs: options.refreshAfterMs,
      maxAgeMs: Infinity,
      maxEntries: options.maxEntries ?? 50_000,
    });
  }

  /** null for an unknown card or a failed read: the lack of facts never refuses a payment. */
  async of(number: string): Promise<Facts | null> {
    try {
      return (await this.known.get(prefixOf(number)))?.facts ?? null;
    } catch (error) {
      this.options.onFault?.(error);
      return null;
    }
  }

  /** A row of six digits applies to a hundred prefixes of eight. */
  forget(iin: string): void {
    if (iin.length === 8) this.known.forget(iin);
    else this.known.forgetAll();
  }

  forgetAll(): void {
    this.known.forgetAll();
  }

  private async read(prefix: string): Promise<Entry> {
    const found = await this.options.find([prefix, prefix.slice(0, 6)]);
    return { facts: found ? factsOf(found) : null };
  }
}
