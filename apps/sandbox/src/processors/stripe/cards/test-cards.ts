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
  /** The dispute that follows the charge. */
  readonly dispute?: DisputeTrait;
}

export interface DisputeTrait {
  readonly reason: string;
  /** The card network's code of the reason. */
  readonly networkReason: string;
  readonly isInquiry?: boolean;
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

const usual = { code: 'card_declined', message: 'Your card was declined.' };
const retriable = { ...usual, adviceCode: 'try_again_later' } as const;
const final = { ...usual, adviceCode: 'do_not_try_again' } as const;
const mistyped = (code: string, networkCode: string, message: string) =>
  ({ code, declineCode: code, message, networkCode, adviceCode: 'confirm_card_data' }) as const;
const tooOften = 'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.';
const failing = 'An error occurred while processing your card. Try again in a little bit.';
const unauthenticated = 'Your card was declined. This transaction requires authentication.';
const poor = 'Your card has insufficient funds.';

export const declines = {
  generic: { ...retriable, declineCode: 'generic_decline', networkCode: '05' },
  insufficientFunds: { ...retriable, declineCode: 'insufficient_funds', message: poor, networkCode: '51' },
  lost: { ...final, declineCode: 'lost_card', networkCode: '41' },
  stolen: { ...final, declineCode: 'stolen_card', networkCode: '43' },
  velocity: { ...retriable, declineCode: 'card_velocity_exceeded', message: tooOften, networkCode: '65' },
  fraudulent: { ...usual, declineCode: 'fraudulent', blocked: true },
  expired: mistyped('expired_card', '54', 'Your card has expired.'),
  incorrectCvc: { ...mistyped('incorrect_cvc', 'N7', "Your card's security code is incorrect."), needsCvc: true },
  processingError: {
    ...retriable,
    code: 'processing_error',
    declineCode: 'processing_error',
    message: failing,
    networkCode: '96',
  },
  authenticationRequired: {
    code: 'authentication_required',
    declineCode: 'authentication_required',
    message: unauthenticated,
    networkCode: '1A',
  },
} as const satisfies Record<string, Decline>;

const plain: Trait = {};
const declining = (decline: keyof typeof declines, rest: Trait = {}): Trait => ({
  decline: declines[decline],
  ...rest,
});

/** Stripe's published test cards; any other number succeeds. */
export const testCards: Readonly<Record<string, Trait>> = {
  '4242424242424242': plain,
  '4000056655665556': plain,
  '5555555555554444': plain,
  '2223003122003222': plain,
  '5200828282828210': plain,
  '5105105105105100': plain,
  '6011111111111117': plain,
  '6011000990139424': plain,
  '6011981111111113': plain,
  '378282246310005': { authentication: 'unsupported' },
  '371449635398431': { authentication: 'unsupported' },
  '3056930009020004': plain,
  '36227206271667': plain,
  '3566002020360505': plain,
  '6200000000000005': plain,
  '4000000000000002': declining('generic'),
  '4000000000009995': declining('insufficientFunds'),
  '4000000000009987': declining('lost'),
  '4000000000009979': declining('stolen'),
  '4000000000000069': declining('expired'),
  '4000000000000127': declining('incorrectCvc'),
  '4000000000000119': declining('processingError'),
  '4000000000006975': declining('velocity'),
  '4100000000000019': declining('fraudulent'),
  '4000000000000341': declining('generic', { savable: true }),
  '4000000000000101': { check: { cvc: 'fail' } },
  '4000000000000036': { check: { postalCode: 'fail' } },
  '4000000000000028': { check: { line1: 'fail' } },
  '4000000000000010': { check: { line1: 'fail', postalCode: 'fail' } },
  '4000000000000044': { check: { line1: 'unavailable', postalCode: 'unavailable' } },
  '4000000000003220': { authentication: 'always' },
  '4000000000003063': { authentication: 'always' },
  '4000002760003184': { authentication: 'always' },
  '4000002500003155': { authentication: 'unless_set_up' },
  '4000003800000446': { authentication: 'on_session' },
  '4000008400001629': declining('generic', { authentication: 'always' }),
  '4000008260003178': declining('insufficientFunds', { authentication: 'always' }),
  '4000000000003055': plain,
  '4000000000007726': { refund: 'pending' },
  '4000000000005126': { refund: 'fails_later' },
  '4000000000000259': { dispute: { reason: 'fraudulent', networkReason: '10.4' } },
  '4000000000002685': { dispute: { reason: 'product_not_received', networkReason: '13.1' } },
  '4000000000001976': { dispute: { reason: 'fraudulent', networkReason: '10.4', isInquiry: true } },
};

export const traitOf = (number: string): Trait | null => {
  const trait = testCards[number];
  return trait && Object.keys(trait).length > 0 ? trait : null;
};

/** Names of test cards: `pm_card_…` for a payment method, `tok_…` for a token. */
const numbersByName: ReadonlyMap<string, string> = new Map(
  Object.entries({
    visa: '4242424242424242',
    visa_debit: '4000056655665556',
    mastercard: '5555555555554444',
    mastercard_debit: '5200828282828210',
    mastercard_prepaid: '5105105105105100',
    amex: '378282246310005',
    discover: '6011111111111117',
    diners: '3056930009020004',
    jcb: '3566002020360505',
    unionpay: '6200000000000005',
    visa_chargeDeclined: '4000000000000002',
    chargeDeclined: '4000000000000002',
    visa_chargeDeclinedInsufficientFunds: '4000000000009995',
    chargeDeclinedInsufficientFunds: '4000000000009995',
    visa_chargeDeclinedLostCard: '4000000000009987',
    visa_chargeDeclinedStolenCard: '4000000000009979',
    chargeDeclinedExpiredCard: '4000000000000069',
    chargeDeclinedIncorrectCvc: '4000000000000127',
    chargeDeclinedProcessingError: '4000000000000119',
    visa_chargeDeclinedVelocityLimitExceeded: '4000000000006975',
    radarBlock: '4100000000000019',
    chargeCustomerFail: '4000000000000341',
    threeDSecureRequired: '4000000000003063',
    threeDSecure2Required: '4000000000003220',
    authenticationRequired: '4000002760003184',
    authenticationRequiredOnSetup: '4000002500003155',
    authenticationRequiredSetupForOffSession: '4000003800000446',
    authenticationRequiredChargeDeclinedInsufficientFunds: '4000008260003178',
    pendingRefund: '4000000000007726',
    refundFail: '4000000000005126',
    createDispute: '4000000000000259',
    createDisputeProductNotReceived: '4000000000002685',
    createDisputeInquiry: '4000000000001976',
  }),
);

const numberBehind =
  (prefix: string) =>
  (id: string): string | undefined =>
    id.startsWith(prefix) ? numbersByName.get(id.slice(prefix.length)) : undefined;
export const numberOfTestMethod = numberBehind('pm_card_');
export const numberOfTestToken = numberBehind('tok_');
