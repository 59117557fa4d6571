import type { GsmKey, GsmRuleSettings, ProcessorError } from '@payorch/contracts';
import {
  aCard,
  aContext,
  aPayment,
  receive,
  later,
  merchantId,
  now,
  paymentId,
  paymentOf,
} from '../../../../test/builders';
import { declined, unknown } from '../../../../test/outcomes';
import { cancelPayment } from '../../domain/decide/cancel-payment';
import type { Payment } from '../../domain/payment';
import { activeAttempt } from '../../domain/payment';
import { errorDetails, unifiedOf } from './error.parts';

const key: GsmKey = {
  connector: 'stripe_test',
  flow: 'Payment',
  subFlow: 'Authorize',
  code: 'DC_08',
  message: 'Payment declined: Card declined',
};
const ruleOf = (changes: Partial<GsmRuleSettings> = {}): GsmRuleSettings => ({
  ...key,
  version: 1,
  updatedAt: now.toISOString(),
  deleted: false,
  status: 'Failure',
  routerError: null,
  decision: 'do_default',
  stepUpPossible: false,
  clearPanPossible: false,
  alternateNetworkPossible: false,
  unifiedCode: 'UE_1000',
  unifiedMessage: 'Issue with payment method details',
  errorCategory: null,
  standardisedCode: null,
  description: null,
  userGuidanceMessage: null,
  ...changes,
});
const rules = (...known: GsmRuleSettings[]) => ({
  gsmRule: (key: GsmKey) =>
    known.find((rule) => (Object.keys(key) as (keyof GsmKey)[]).every((name) => rule[name] === key[name])),
});
const codeOf = (payment: Payment, ...known: GsmRuleSettings[]) =>
  unifiedOf(activeAttempt(payment), rules(...known))?.code ?? null;

const issued = (error: Partial<ProcessorError>): Payment =>
  paymentOf(
    receive(aPayment.authorizing(), {
      kind: 'declined',
      reference: 'ref_1',
      error: { code: 'DC_08', message: 'Payment declined: Card declined', reason: null, ...error },
      retry: 'never',
    }),
  );
const voiding = () =>
  paymentOf(cancelPayment(aPayment.authorized(), { merchantId, paymentId, cancellationReason: null }, at(3)));
const at = (seconds: number) => aContext({ now: later(seconds) });
const ofIssuer = (network: string, code: string, unifiedCode: string) => {
  const words = `Network:${network}|IssuerCode:${code}`;
  return ruleOf({ code: words, message: words, unifiedCode });
};

describe('the unified code', () => {
  it.each<[string, Payment, GsmRuleSettings[], string | null]>([
    ['is the neutral one without a rule', aPayment.declined(), [], 'UE_9000'],
    ['is none without an error', aPayment.charged(), [ruleOf()], null],
    ['is the rule’s', aPayment.declined(), [ruleOf()], 'UE_1000'],
    ['is not that of another message', aPayment.declined(), [ruleOf({ message: 'other' })], 'UE_9000'],
    ['is not that of another code', aPayment.declined(), [ruleOf({ code: 'other' })], 'UE_9000'],
    ['is not that of another connector', aPayment.declined(), [ruleOf({ connector: 'adyen_test' })], 'UE_9000'],
    ['is not that of refunds', aPayment.declined(), [ruleOf({ flow: 'refund_flow' })], 'UE_9000'],
    ['is not that of captures', aPayment.declined(), [ruleOf({ subFlow: 'Capture' })], 'UE_9000'],
    ['is that of a sync', aPayment.declined(), [ruleOf({ subFlow: 'PSync' })], 'UE_1000'],
    [
      'is rather that of the call',
      aPayment.declined(),
      [ruleOf({ subFlow: 'PSync', unifiedCode: 'UE_2000' }), ruleOf()],
      'UE_1000',
    ],
    [
      'of a failed capture',
      paymentOf(receive(aPayment.capturing(), declined())),
      [ruleOf({ subFlow: 'Capture' })],
      'UE_1000',
    ],
    [
      'of a failed capture is not that of a payment',
      paymentOf(receive(aPayment.capturing(), declined())),
      [ruleOf()],
      'UE_9000',
    ],
    ['of a failed void', paymentOf(receive(voiding(), declined())), [ruleOf({ subFlow: 'Void' })], 'UE_1000'],
    [
      'of an unknown outcome',
      paymentOf(receive(aPayment.authorizing(), unknown)),
      [ruleOf({ code: 'TIMEOUT', message: 'no answer in time' })],
      'UE_1000',
    ],
    [
      'is neutral where the rule names a code alone',
      aPayment.declined(),
      [ruleOf({ unifiedMessage: null })],
      'UE_9000',
    ],
    ['is the issuer’s first', issued({ issuerCode: '51' }), [ruleOf(), ofIssuer('Visa', '51', 'UE_3000')], 'UE_3000'],
    ['is not another network’s', issued({ issuerCode: '51' }), [ofIssuer('Mastercard', '51', 'UE_3000')], 'UE_9000'],
    [
      'is not another issuer’s code',
      issued({ issuerCode: '05' }),
      [ofIssuer('Visa', '51', 'UE_3000'), ruleOf()],
      'UE_1000',
    ],
  ])('%s', (_, payment, known, code) => expect(codeOf(payment, ...known)).toBe(code));

  it('needs to know the network of the card', () => {
    const failed = issued({ issuerCode: '51' });
    const [attempt] = failed.attempts;
    const method = { ...attempt!.method!, card: { ...aCard, network: null } };
    const nameless: Payment = { ...failed, attempts: [{ ...attempt!, method }] };
    expect(codeOf(nameless, ofIssuer('null', '51', 'UE_3000'))).toBe('UE_9000');
  });
});

it('the error details have the rule’s other texts', () => {
  const said = {
    standardisedCode: 'card_declined',
    description: 'The issuer said no.',
    userGuidanceMessage: 'Use another card.',
  };
  expect(
    errorDetails(aPayment.declined(), activeAttempt(aPayment.declined()), rules(ruleOf(said)), 'merchant'),
  ).toMatchObject({
    unified_details: {
      category: 'UE_1000',
      message: 'Issue with payment method details',
      standardised_code: 'card_declined',
      description: 'The issuer said no.',
      user_guidance_message: 'Use another card.',
    },
  });
});
