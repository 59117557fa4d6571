import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { checkDigitOf } from '../cards/check-digit';
import type { Numbered, StateEntry } from '../ledger/entries';
import type { Memory } from '../ledger/journal';
import { Journal } from '../ledger/journal';

/** A network token as the ledger has it: neither its number nor the card's. */
export interface TokenRecord {
  readonly reference: string;
  readonly account: string;
  /** The last digits of the card, by which the test processors know what its issuer does; empty for a token that was deleted before it was made. */
  readonly last4: string;
  readonly isDeleted: boolean;
}

const connector = 'token_service';
/** The first digits of all tokens. */
const bin = '489537';

/** A number that follows from the token's name, so that no file has it. */
export function tokenNumberOf({ reference, account }: Pick<TokenRecord, 'reference' | 'account'>): string {
  const digest = createHash('sha256').update(`${account}/${reference}`).digest();
  const digits = `${bin}${String(digest.readUInt32BE(0) % 1_000_000_000).padStart(9, '0')}`;
  return `${digits}${checkDigitOf(digits)}`;
}

/** What the network issued: tokens, restored from the ledger, and the cryptograms that no payment has used. */
@Injectable()
export class NetworkTokens implements Memory {
  private readonly byName = new Map<string, TokenRecord>();
  private readonly byNumber = new Map<string, TokenRecord>();
  private readonly cryptograms = new Map<string, TokenRecord>();

  constructor(private readonly journal: Journal) {
    journal.attach(this);
  }

  apply(entry: Numbered<StateEntry>): void {
    if (!('network_token' in entry)) return;
    const token = entry['network_token'] as TokenRecord;
    this.byName.set(nameOf(token), token);
    this.byNumber.set(tokenNumberOf(token), token);
  }

  find(account: string, reference: string): TokenRecord | undefined {
    return this.byName.get(nameOf({ account, reference }));
  }

  store(network_token: TokenRecord, fault: string | null): void {
    this.journal.commit({ connector, payment_id: null, fault, network_token }, undefined);
  }

  /** The same request again gets the same cryptogram. */
  newCryptogram(token: TokenRecord, requestId: string): string {
    const digest = createHash('sha256')
      .update(`${nameOf(token)}/${requestId}`)
      .digest();
    const cryptogram = digest.subarray(0, 20).toString('base64');
    this.cryptograms.set(cryptogram, token);
    return cryptogram;
  }

  /** The last digits of the token's card; undefined where the cryptogram is not one of this token, or was used before. */
  use(number: string, cryptogram: string): string | undefined {
    const token = this.byNumber.get(number);
    const issued = this.cryptograms.get(cryptogram);
    if (!token || token.isDeleted || issued?.reference !== token.reference) return undefined;
    this.cryptograms.delete(cryptogram);
    return token.last4;
  }
}

const nameOf = ({ account, reference }: Pick<TokenRecord, 'reference' | 'account'>): string =>
  `${account}/${reference}`;
