import type { AuthOf, Connector, Flow } from '@payorch/connector-kit';
import { defineConnectors, errorOf, getJson, jsonOf, postJson, unknown, urlOf } from '@payorch/connector-kit';
import type { Outcome, PayoutStepCommand } from '@payorch/contracts';
import { money, newOperationId, newPayoutId, payoutAttemptIdOf } from '@payorch/kernel';
import { detailsPlace, type SealedFactsOf } from '@payorch/operations';
import { type Shop, shopSeals } from './builders';

type Credentials = AuthOf<'HeaderKey'>;
type Step = 'payoutRecipient' | 'payoutCreate' | 'payoutFulfill' | 'payoutCancel';

interface Wire {
  readonly status?: string;
  readonly id?: string;
}

const read = (body: string): Wire => (jsonOf(body) ?? {}) as Wire;

/** The statuses of the processor of these tests. */
function outcomeOf({ status, id = 'po_1' }: Wire, sum: ReturnType<typeof money>): Outcome {
  switch (status) {
    case 'prepared':
      return { kind: 'prepared', reference: id };
    case 'created':
      return { kind: 'payout_created', reference: id, money: sum };
    case 'initiated':
      return { kind: 'initiated', reference: id, money: sum };
    case 'paid':
      return { kind: 'paid', reference: id, money: sum };
    case 'reversed':
      return { kind: 'reversed', reference: id };
    case 'declined':
      return { kind: 'declined', reference: id, error: errorOf('closed', 'Closed'), retry: 'another_account' };
    default:
      return unknown('UNREADABLE_ANSWER', 'No answer');
  }
}

/** A step whose request has all that its processor gets. */
const step = (name: string): Flow<Step, Credentials> => ({
  buildRequest: ({ id, card, destination, customer, reference }, { baseUrl }) => {
    const number = card?.number.reveal() ?? null;
    const body = { reference: id, number, cvc: card?.cvc ?? null, holder: card?.holderName, destination, customer };
    return postJson(urlOf(baseUrl, name), { ...body, payout: reference }, { 'idempotency-key': id });
  },
  parseResponse: ({ money: sum }, { status, body }) =>
    status === 200 ? outcomeOf(read(body), sum) : unknown(`HTTP_${status}`, 'no answer'),
});

const payoutSync: Flow<'payoutSync', Credentials> = {
  buildRequest: ({ id, flow, payoutId, reference, recipientReference, sentAt }, { baseUrl }) =>
    getJson(urlOf(baseUrl, 'payouts', flow, payoutId, String(reference), String(recipientReference), id), {
      'x-sent-at': sentAt ?? 'never',
    }),
  parseResponse: ({ money: sum }, { status, body }) =>
    status === 404 ? { kind: 'absent' } : outcomeOf(read(body), sum),
};

interface Event extends Wire {
  readonly event: string;
  readonly operation?: string;
}

/** A connector with idempotency keys that pays banks in three steps. `validForMs`: how long its processor knows a key. */
export const payingConnector = (validForMs = 86_400_000): Connector =>
  defineConnectors(
    {
      paying: {
        displayName: 'Paying',
        connectorTypes: ['payout_processor'],
        test: true,
        baseUrl: 'https://paying.example',
        credentials: ['HeaderKey'],
        capabilities: [],
        payouts: [
          {
            payoutType: 'bank',
            methodTypes: ['sepa'],
            currencies: 'all',
            steps: ['payout_recipient', 'payout_create', 'payout_fulfill'],
            cancels: true,
          },
        ],
        guarantees: {
          idempotencyKeys: { validForMs },
          lookupIsAuthoritative: true,
          webhookVerification: 'mandatory',
        },
      },
    },
    {
      flows: {
        payoutRecipient: step('recipients'),
        payoutCreate: step('payouts'),
        payoutFulfill: step('fulfilments'),
        payoutCancel: step('cancellations'),
        payoutSync,
      },
      webhooks: {
        mayBeGenuine: () => true,
        verifyWebhook: () => true,
        parseWebhook(body) {
          const { event, operation, ...wire } = (jsonOf(body.toString()) ?? {}) as Event;
          return {
            kind: 'event',
            event: {
              eventId: event,
              facts: [
                {
                  flow: 'payout_fulfill',
                  reference: wire.id ?? '',
                  operationIds: operation === undefined ? [] : [operation],
                  outcomeOf: ({ money: sum }) => outcomeOf(wire, sum),
                },
              ],
            },
          };
        },
      },
    },
  ).paying;

export const anIban = 'NL46TEST0136169112';
const details: SealedFactsOf<'payout_fulfill'> = {
  description: 'Winnings of March',
  metadata: null,
  cardHolderName: 'Ada Lovelace',
  customer: { name: 'Ada Lovelace', email: 'ada@example.com', phone: null, phoneCountryCode: null },
  billing: null,
};

/** The command of a step, to a bank account. */
export function payoutStep(shop: Shop, overrides: Partial<PayoutStepCommand> = {}): PayoutStepCommand {
  const operationId = overrides.operationId ?? newOperationId();
  const payoutId = newPayoutId();
  const { merchantId, profileId, account } = shop;
  return {
    operationId,
    merchantId,
    profileId,
    payoutId,
    payoutAttemptId: payoutAttemptIdOf(payoutId, 1),
    account,
    money: money(6540n, 'EUR'),
    payoutType: 'bank',
    payoutMethodType: 'sepa',
    entityType: 'Individual',
    priority: null,
    recurring: false,
    businessCountry: null,
    customerId: 'cus_1',
    card: null,
    recipientReference: null,
    recipientAccountReference: null,
    reference: null,
    billingCountry: null,
    sealedDestination: shop.methodData({
      kind: 'sepa',
      iban: anIban,
      bic: null,
      bankName: null,
      bankCountry: null,
      bankCity: null,
      accountHolderName: null,
    }),
    sealedDetails: shopSeals.seal(JSON.stringify(details), detailsPlace('payout_fulfill', { merchantId, operationId })),
    ...overrides,
  };
}
