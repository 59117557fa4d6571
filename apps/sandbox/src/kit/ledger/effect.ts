/**
 * `refund_return`: a succeeded refund failed later. `extend` moves no money: the authorization stays valid for longer.
 */
export type EffectKind =
  | 'authorize'
  | 'charge'
  | 'capture'
  | 'void'
  | 'post_capture_void'
  | 'extend'
  | 'refund'
  | 'refund_return';

/** A movement of money, or an extension of an authorization, as the ledger counts it. */
export interface Effect {
  readonly kind: EffectKind;
  readonly reference: string;
  readonly amount: number;
  readonly currency: string;
}
