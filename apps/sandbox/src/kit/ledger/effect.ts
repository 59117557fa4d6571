/**
 * `refund_return`: a succeeded refund failed later. `unreferenced_refund`: to a card, without a payment. `extend` moves no money: the authorization stays valid for longer.
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
  | 'refund_return';

/** A movement of money, or an extension of an authorization, as the ledger counts it. */
export interface Effect {
  readonly kind: EffectKind;
  readonly reference: string;
  readonly amount: number;
  readonly currency: string;
}
