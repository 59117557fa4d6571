import { alignedTable, code } from './markdown';

/** What the issuer of a card does at the test processors, as the sandbox lists it. */
type Outcome =
  | { readonly kind: 'succeeded'; readonly balance?: number; readonly capturesFail?: true }
  | { readonly kind: 'played'; readonly play: { readonly step: string | null } }
  | { readonly kind: 'failed'; readonly refusal: { readonly message: string } };

export interface TestCard {
  readonly number: string;
  readonly outcome: Outcome;
  readonly tokenOutcome?: Outcome;
  readonly exceptions?: Readonly<Record<string, Outcome>>;
}

/** How a card of Stripe behaves, as the sandbox lists it. */
export interface StripeTrait {
  readonly decline?: { readonly code: string; readonly declineCode?: string };
  readonly savable?: true;
  readonly check?: Readonly<Record<string, string>>;
  readonly authentication?: 'always' | 'unless_set_up' | 'on_session' | 'unsupported';
  readonly refund?: 'pending' | 'fails_later';
}

const steps: Readonly<Record<string, string>> = {
  redirect_to_url: 'opens the page of its bank (3-D Secure), whose choice decides',
  invoke_hidden_iframe: 'posts the fingerprint of the device in a hidden frame, then succeeds',
};

function issuerWords(outcome: Outcome): string {
  if (outcome.kind === 'failed') return `is declined: ${outcome.refusal.message.replace(/^Payment declined: /, '')}`;
  if (outcome.kind === 'played') {
    const step = outcome.play.step ?? '';
    const words = steps[step];
    if (words === undefined)
      throw new Error(`the step ${step} of a card has no words in tools/lib/test-cards-tables.ts`);
    return words;
  }
  if (outcome.balance !== undefined) return `is prepaid: succeeds up to ${outcome.balance}, and is declined above`;
  return outcome.capturesFail ? 'succeeds; each capture is reported as failed later' : 'succeeds';
}

function cardWords({ outcome, tokenOutcome, exceptions = {} }: TestCard): string {
  const token = tokenOutcome && tokenOutcome.kind !== outcome.kind ? '; its network token is declined' : '';
  const others = Object.entries(exceptions).map(([name, other]) => `; at ${code(name)} it ${issuerWords(other)}`);
  return [issuerWords(outcome), token, ...others].join('');
}

/** The texts with equal words in one row, in the order of their first. */
function byWords(rows: readonly (readonly [what: string, words: string])[]): string[][] {
  const groups = new Map<string, string[]>();
  for (const [what, words] of rows) groups.set(words, [...(groups.get(words) ?? []), what]);
  return [...groups].map(([words, whats]) => [whats.map(code).join(', '), words]);
}

/** The cards of the test processors, without those that trigger a fault. */
export const testCardsTable = (cards: readonly TestCard[], faultCards: ReadonlyMap<string, string>): string =>
  alignedTable(
    ['number', 'the payment'],
    byWords(cards.filter(({ number }) => !faultCards.has(number)).map((card) => [card.number, cardWords(card)])),
  );

const authentications: Readonly<Record<NonNullable<StripeTrait['authentication']>, string>> = {
  always: 'asks for 3-D Secure each time',
  unless_set_up: 'asks for 3-D Secure unless it was saved for later charges',
  on_session: 'asks for 3-D Secure while the customer is present',
  unsupported: 'has no 3-D Secure',
};
const refunds: Readonly<Record<NonNullable<StripeTrait['refund']>, string>> = {
  pending: 'succeeds; its refund is pending, then succeeds',
  fails_later: 'succeeds; its refund succeeds, then fails',
};

function traitWords({ decline, savable, check, authentication, refund }: StripeTrait): string {
  const words = [
    ...(authentication ? [authentications[authentication]] : []),
    ...(decline
      ? [`is declined: ${code(decline.declineCode ?? decline.code)}${savable ? ', but can be saved' : ''}`]
      : []),
    ...(check
      ? [
          `succeeds; checks: ${Object.entries(check)
            .map(([part, result]) => `${code(part)} ${result}`)
            .join(', ')}`,
        ]
      : []),
    ...(refund ? [refunds[refund]] : []),
  ];
  return words.length === 0 ? 'succeeds' : words.join('; ');
}

/** The cards of the simulated Stripe. */
export const stripeCardsTable = (cards: Readonly<Record<string, StripeTrait>>): string =>
  alignedTable(
    ['number', 'the payment'],
    byWords(Object.entries(cards).map(([number, trait]) => [number, traitWords(trait)])),
  );

/** What the processor does under a fault, and what the payment does then. `<n>` is the number in the name of the fault. */
const faultWords: Readonly<Record<string, string>> = {
  refuse: 'resets the connection before it reads the request',
  hang: 'executes nothing and never answers',
  execute_then_hang: 'charges, and never answers',
  execute_then_drop: 'charges, and closes the connection',
  execute_then_500: 'charges, and answers 500',
  fail_500: 'executes nothing and answers 500',
  rubbish: 'charges, and answers 200 with broken JSON',
  wrong_amount: 'charges, and answers an amount that is one too high; a sync is right',
  'wrong_amount:kept': 'charges one too much',
  slow: 'charges, and answers after <n> ms',
  'pending_then_settled:succeeded': 'answers `processing`, and succeeds after <n> ms by webhook',
  'pending_then_settled:failed': 'answers `processing`, and fails after <n> ms by webhook',
  lookup_not_found_then_found: 'charges, closes the connection, and does not find the payment at the first <n> syncs',
  duplicate_webhook: 'charges, and sends its webhook twice under one id',
  late_webhook: 'charges, and sends its webhook after <n> ms',
  early_webhook: 'charges, and sends its webhook before the answer',
  no_webhook: 'charges, and sends no webhook',
};

function wordsOfFault(fault: string): string {
  const [, number = ''] = /:(\d+)/.exec(fault) ?? [];
  const words = faultWords[fault.replace(/:\d+/, '')];
  if (words === undefined) throw new Error(`the fault ${fault} has no words in tools/lib/test-cards-tables.ts`);
  return words.replace('<n>', number);
}

/** The faults, each with the card and the amount that trigger it. */
export function faultsTable(cards: ReadonlyMap<string, string>, amounts: ReadonlyMap<number, string>): string {
  const amountOf = new Map([...amounts].map(([amount, fault]) => [fault, String(amount)]));
  return alignedTable(
    ['card', 'amount', 'the processor'],
    [...cards].map(([card, fault]) => [code(card), code(amountOf.get(fault) ?? '–'), wordsOfFault(fault)]),
  );
}
