import type { Fault } from './fault';
import { parseFault } from './fault';
import { magicAmounts } from './magic-amounts';

/** The kinds of calls that a payment of a test processor lists as its operations. */
const operationKinds = ['payment', 'capture', 'void', 'post_capture_void', 'extend'] as const;
export type OperationKind = (typeof operationKinds)[number];

/** The kinds of calls; those of the last group move no money and exist at one processor only. */
export const callKinds = [
  ...operationKinds,
  'refund',
  'unreferenced_refund',
  'incremental',
  'order',
  'payout_eligibility',
  'payout_recipient',
  'payout_recipient_account',
  'payout_create',
  'payout_fulfill',
  'payout_cancel',
  'payout_lookup',
  'lookup',
  'refund_lookup',
  'order_lookup',
  'setup',
  'tokenize',
  'customer',
  'account',
  'merchant_validation',
  'domain_registration',
  'pre_authentication',
  'authentication',
  'authentication_lookup',
  'token_provision',
  'token_cryptogram',
  'token_deletion',
  'payout_quote',
  'dispute_accept',
  'dispute_evidence',
  'dispute_lookup',
  'file_upload',
] as const;
export type CallKind = (typeof callKinds)[number];

/** The properties of a call that a rule can match. */
export interface Call {
  readonly kind: CallKind;
  readonly connector: string | null;
  readonly reference: string | null;
  readonly paymentId: string | null;
  readonly card: string | null;
  /** The fault that the card of a payment triggers, or the account that a payout goes to. */
  readonly cardFault: string | null;
  readonly amount: number | null;
  /** The text of the request's own `x-sandbox-fault` header. */
  readonly requestedFault: string | undefined;
}

export interface Match {
  readonly connector?: string | undefined;
  readonly kind?: CallKind | undefined;
  readonly reference?: string | undefined;
  readonly payment_id?: string | undefined;
  readonly card?: string | undefined;
}

export interface Rule {
  readonly match: Match;
  readonly fault: Fault;
  /** The rule ends after so many calls; without a value it never ends. */
  readonly times?: number | undefined;
  readonly probability?: number | undefined;
  readonly seed?: number | undefined;
}

interface LiveRule extends Rule {
  readonly random: () => number;
  left: number;
}

/** mulberry32: small, and the same seed gives the same faults on every machine. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const moneyMovingKinds: readonly CallKind[] = [
  'payment',
  'capture',
  'void',
  'refund',
  'unreferenced_refund',
  'incremental',
  'payout_create',
  'payout_fulfill',
  'payout_cancel',
];

export const isLookup = (kind: CallKind): boolean => kind === 'lookup' || kind.endsWith('_lookup');

/** A rule without a kind matches calls that move money; a fault on lookups must name its kind. */
export const matches = ({ connector, kind, reference, payment_id, card }: Match, call: Call): boolean =>
  (kind === undefined ? moneyMovingKinds.includes(call.kind) : kind === call.kind) &&
  (connector === undefined || connector === call.connector) &&
  (reference === undefined || reference === call.reference) &&
  (payment_id === undefined || payment_id === call.paymentId) &&
  (card === undefined || card === call.card);

/** The active fault rules, and the choice of a fault for each call. */
export class FaultRegistry {
  private rules: LiveRule[] = [];
  private readonly hiddenLookups = new Map<string, number>();

  add(rule: Rule): void {
    this.rules.push({ ...rule, random: seededRandom(rule.seed ?? 1), left: rule.times ?? Infinity });
  }

  clear(): void {
    this.rules = [];
    this.hiddenLookups.clear();
  }

  list() {
    return this.rules.map(({ match, fault, left, probability, seed }) => ({
      match,
      fault,
      times_left: left === Infinity ? null : left,
      probability: probability ?? 1,
      seed: seed ?? 1,
    }));
  }

  /** The fault requested by the call comes first, then control rules in order, then the card, then the amount. */
  choose(call: Call): Fault | undefined {
    const requestedFault = call.requestedFault === undefined ? undefined : parseFault(call.requestedFault);
    return requestedFault ?? this.byRule(call) ?? byCard(call) ?? byAmount(call);
  }

  private byRule(call: Call): Fault | undefined {
    if (this.rules.length === 0) return undefined;
    const rule = this.rules.find((one) => matches(one.match, call) && one.random() < (one.probability ?? 1));
    if (!rule) return undefined;
    rule.left -= 1;
    if (rule.left <= 0) this.rules = this.rules.filter((one) => one !== rule);
    return rule.fault;
  }

  /** The next lookups of this payment answer "not found". */
  hideFromLookups(key: string, lookups: number): void {
    this.hiddenLookups.set(key, lookups);
  }

  /** Returns whether this lookup must not find the payment; each lookup uses one up. */
  consumeHiddenLookup(key: string): boolean {
    const left = this.hiddenLookups.get(key);
    if (left === undefined) return false;
    if (left <= 1) this.hiddenLookups.delete(key);
    else this.hiddenLookups.set(key, left - 1);
    return left > 0;
  }
}

const faultOf = (text: string | undefined): Fault | undefined => (text === undefined ? undefined : parseFault(text));

const byCard = ({ kind, cardFault }: Call): Fault | undefined =>
  (kind === 'payment' || kind === 'payout_fulfill') && cardFault !== null ? parseFault(cardFault) : undefined;

const byAmount = ({ kind, amount }: Call): Fault | undefined =>
  kind === 'payment' && amount !== null ? faultOf(magicAmounts.get(amount)) : undefined;
