/**
 * `refund_return`: a succeeded refund failed later. `transfer`: to a recipient's account at the processor, `transfer_return`: back from it. `payout`: to its recipient; `payout_return`: it came back. `unreferenced_refund`: to a card, without a payment. `dispute`: a dispute took its sum from the merchant; `dispute_return`: it was won. `extend` moves no money: the authorization stays valid for longer.
 */
export type EffectKind =
  | 'authorize'
  | 'charge'
  | 'capture'
  | 'void'
  | 'post_capture_void'
  | 'extend'
  | 'refund'
  | 'unreferenced_refund'
  | 'refund_return'
  | 'transfer'
  | 'transfer_return'
  | 'payout'
  | 'payout_return'
  | 'dispute'
  | 'dispute_return';

/** A movement of money, or an extension of an authorization, as the ledger counts it. */
export interface Effect {
  readonly kind: EffectKind;
  readonly reference: string;
  readonly amount: number;
  readonly currency: string;
}
