import type { JsonObject, PayoutDestinationData } from '@payorch/contracts';
import type { PlainCard } from '../../sealing';

/** A bank account or a wallet, checked and in the open: in the memory of one request, until it is sealed. */
export interface OpenAccount {
  readonly type: 'bank' | 'wallet';
  readonly data: PayoutDestinationData;
  /** What distinguishes the account from all others of its kind. */
  readonly identity: string;
  /** The part below `bank` or `wallet` that the interface shows: numbers are masked. */
  readonly shown: JsonObject;
}

/** Where the money goes, checked and in the open. */
export type OpenDestination =
  | { readonly type: 'card'; readonly card: PlainCard; readonly network: string | null }
  | OpenAccount;
