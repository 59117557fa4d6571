/** How a test card behaves when it does not simply succeed. */
export interface Trait {
  readonly decline?: Decline;
  /** The card can be saved although its payments are declined. */
  readonly savable?: true;
  readonly check?: {
    readonly cvc?: 'fail';
    readonly line1?: 'fail' | 'unavailable';
    readonly postalCode?: 'fail' | 'unavailable';
  };
  /**
   * always: also off session. unless_set_up: not after it was set up for off-session use. on_session: counts as set up.
   */
  readonly authentication?: 'always' | 'unless_set_up' | 'on_session' | 'unsupported';
  readonly refund?: 'pending' | 'fails_later';
}

export interface Decline {
  readonly code: string;
  readonly declineCode?: string;
  readonly message: string;
  readonly networkCode?: string;
  readonly adviceCode?: 'confirm_card_data' | 'do_not_try_again' | 'try_again_later';
  /** The decline applies only when the request has a CVC. */
  readonly needsCvc?: true;
  /** Stripe blocks the payment before the issuer receives it. */
  readonly blocked?: true;
}

const declined = (declineCode: string, rest: Partial<Decline> = {}): Decline => ({
  code: 'card_declined',
  declineCode,
  message: 'Your card was declined.',
  ...rest,
});

export const declines = {
  generic: declined('generic_decline', { networkCode: '05', adviceCode: 'try_again_later' }),
  insufficientFunds: declined('insufficient_funds', {
    message: 'Your card has insufficient funds.',
    networkCode: '51',
    adviceCode: 'try_again_later',
  }),
  lost: declined('lost_card', { networkCode: '41', adviceCode: 'do_not_try_again' }),
  stolen: declined('stolen_card', { networkCode: '43', adviceCode: 'do_not_try_again' }),
  velocity: declined('card_velocity_exceeded', {
    message: 'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
    networkCode: '65',
    adviceCode: 'try_again_later',
  }),
  fraudulent: declined('fraudulent', { blocked: true }),
  expired: {
    code: 'expired_card',
    declineCode: 'expired_card',
    message: 'Your card has expired.',
    networkCode: '54',
    adviceCode: 'confirm_card_data',
  },
  incorrectCvc: {
    code: 'incorrect_cvc',
    declineCode: 'incorrect_cvc',
    message: "Your card's security code is incorrect.",
    networkCode: 'N7',
    adviceCode: 'confirm_card_data',
    needsCvc: true,
  },
  processingError: {
    code: 'processing_error',
    declineCode: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
    networkCode: '96',
    adviceCode: 'try_again_later',
  },
  authenticationRequired: {
    code: 'authentication_required',
    declineCode: 'authentication_required',
    message: 'Your card was declined. This transaction requires authentication.',
    networkCode: '1A',
  },
} as const satisfies Record<string, Decline>;
