/** What becomes of a transfer to a recipient. */
export interface Behaviour {
  /** The states after `processing`, in their order. */
  readonly states: readonly string[];
  /** `poor`: the balance never pays. `silent`: the funding is executed, and never answered. */
  readonly funding?: 'poor' | 'silent';
  /** How many times the usual time each state takes. */
  readonly slowness?: number;
}

const sent = 'outgoing_payment_sent';

/** The behaviour by the last digits of the recipient's account number or IBAN; every other account is paid. */
const behaviours: Readonly<Record<string, Behaviour>> = {
  '9202': { states: [sent], funding: 'poor' },
  '9203': { states: [sent, 'bounced_back', 'funds_refunded'] },
  '9204': { states: ['funds_refunded'] },
  '9205': { states: ['funds_converted', sent], slowness: 5 },
  '9206': { states: [sent], funding: 'silent' },
};

/** The last digits of an account that Wise takes for none. */
export const invalid = '9201';

export const behaviourOf = (last4: string): Behaviour =>
  (Object.hasOwn(behaviours, last4) ? behaviours[last4] : undefined) ?? { states: [sent] };
