import { isCurrency } from '@payorch/kernel';
import { z } from 'zod';
import type { Endpoint } from '../../../kit/calls/endpoints';
import type { CallKind } from '../../../kit/faults/fault-registry';
import type { Plan } from '../../../kit/faults/plan';
import { type Moment, moment } from '../../../kit/moment';
import { payoutNotFound } from '../refusals';
import { cancelPayout, createPayout, fulfillPayout, makeStep, type MakingRequest } from './decide';
import type { Decision, Made } from './payout';
import { scenarioBy } from './scenarios';

const text = z.string().min(1).max(128);
const change = z.object({ reference: text });
const making = z.object({
  amount: z.int().positive(),
  currency: z.string().refine(isCurrency),
  connector: z.string().min(1).max(64),
  destination: z.union([
    z.object({ card: z.object({ number: z.string() }) }).transform(({ card }) => card.number),
    z.object({ account: z.object({ number: z.string() }) }).transform(({ account }) => account.number),
  ]),
  merchant_reference: text.nullish(),
  reference: text,
  webhook_url: z.url().nullish(),
  fulfill: z.boolean().default(false),
});

/** A call as read from its path and its body. `made`: what the path names. */
export interface PayoutCall {
  readonly account: string;
  readonly made: Made | undefined;
  readonly body: unknown;
}

/** `number`: of the account that is paid. */
export interface ParsedPayoutCall {
  readonly reference: string | null;
  readonly request?: Omit<z.infer<typeof making>, 'destination'> & { readonly number: string };
  readonly kind: CallKind;
  decide(plan: Plan): Decision;
}

export interface PayoutEndpoint extends Endpoint {
  /** The name of the missing parameter, if one is missing. */
  parse(call: PayoutCall): ParsedPayoutCall | string;
}

const missingIn = (error: z.ZodError): string => String(error.issues[0]?.path[0] ?? 'body');

type Make = (request: MakingRequest & { readonly fulfill: boolean }, now: Moment, plan: Plan) => Decision;

const makes = (path: string, kind: CallKind, make: Make): PayoutEndpoint => ({
  method: 'POST',
  path,
  kind,
  parse({ account, body }) {
    const read = making.safeParse(body);
    if (!read.success) return missingIn(read.error);
    const { destination: number, ...request } = read.data;
    const { amount, currency, connector, reference, fulfill, merchant_reference: merchant, webhook_url: url } = request;
    const scenario = scenarioBy(number, amount)?.name ?? null;
    const about = {
      amount,
      currency,
      connector,
      reference,
      fulfill,
      account,
      scenario,
      merchantReference: merchant ?? null,
    };
    return {
      reference,
      request: { ...request, number },
      kind: fulfill ? 'payout_fulfill' : kind,
      decide(plan) {
        const { always, never, copies, delayMs } = plan.webhooks;
        const webhooks = url ? { url, always, never, copies, delayMs } : null;
        return make({ ...about, webhooks }, moment(), plan);
      },
    };
  },
});

const changing = (
  name: string,
  kind: CallKind,
  decide: (payout: Extract<Made, { type: 'payout' }>, reference: string, plan: Plan) => Decision,
): PayoutEndpoint => ({
  method: 'POST',
  path: `payouts/:id/${name}`,
  kind,
  parse({ made, body }) {
    const read = change.safeParse(body);
    if (!read.success) return missingIn(read.error);
    const { reference } = read.data;
    return {
      reference,
      kind,
      decide: (plan) => (made?.type === 'payout' ? decide(made, reference, plan) : { refusal: payoutNotFound }),
    };
  },
});

const lookup = (path: string, type: Made['type']): PayoutEndpoint => ({
  method: 'GET',
  path,
  kind: 'payout_lookup',
  parse: ({ made }) => ({
    reference: null,
    kind: 'payout_lookup',
    decide: () => (made?.type === type ? { made } : { refusal: payoutNotFound }),
  }),
});

export const payoutEndpoints: readonly PayoutEndpoint[] = [
  makes('payouts/eligibility', 'payout_eligibility', (request, now) => makeStep('eligibility', request, now)),
  makes('recipients', 'payout_recipient', (request, now) => makeStep('recipient', request, now)),
  makes('recipients/:id/accounts', 'payout_recipient_account', (request, now) => makeStep('account', request, now)),
  makes('payouts', 'payout_create', (request, now, { variation }) => createPayout(request, now, variation)),
  changing('fulfill', 'payout_fulfill', (payout, reference, { variation }) =>
    fulfillPayout(payout, reference, moment(), variation),
  ),
  changing('cancel', 'payout_cancel', cancelPayout),
  lookup('payouts', 'payout'),
  lookup('payouts/:id', 'payout'),
  lookup('recipient-accounts', 'step'),
  lookup('recipient-accounts/:id', 'step'),
];
