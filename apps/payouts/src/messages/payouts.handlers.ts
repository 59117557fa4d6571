import {
  connectorPayoutOutcome,
  type DataOf,
  outgoing,
  payoutCancelRequest,
  payoutCheck,
  payoutConfirm,
  payoutCreate,
  payoutDeclare,
  payoutDestinationSaved,
  payoutFulfillRequest,
  payoutRedact,
  payoutRedactCustomer,
  payoutSync,
  payoutUpdate,
  routePayoutChosen,
  routePayoutNone,
} from '@payorch/contracts';
import { MessageController } from '@payorch/platform/kafka';
import { Decides, decisionsAbout, type Step, stepDecorators } from '@payorch/platform/shell';
import { applyOutcome } from '../domain/decide/apply-outcome';
import { routeChosen, routeNone } from '../domain/decide/apply-route';
import { cancelPayout } from '../domain/decide/cancel-payout';
import { confirmPayout } from '../domain/decide/confirm-payout';
import { createPayout } from '../domain/decide/create-payout';
import { declarePayout } from '../domain/decide/declare-payout';
import { fulfillPayout } from '../domain/decide/fulfill-payout';
import { nameDestination } from '../domain/decide/name-destination';
import { redactPayout } from '../domain/decide/redact-payout';
import { checkPayout, payoutDue, syncPayout } from '../domain/decide/sync-payout';
import { updatePayout } from '../domain/decide/update-payout';
import type { DecideContext, Decision } from '../domain/decision';
import type { Payout } from '../domain/payout';
import { payoutDueJob } from '../persistence/jobs';
import { pageSize, type Shared } from '../persistence/redacted-customers';
import { PayoutDecisions, type PayoutStepContext } from './payout-decisions';

const { Handles } = stepDecorators<Payout, Shared>();

const on = decisionsAbout<Payout, DecideContext, Decision>();

/** Every command, event and due job of the service, with its decision. */
@MessageController()
@Decides(
  on(payoutCreate, createPayout),
  on(payoutUpdate, updatePayout),
  on(payoutConfirm, confirmPayout),
  on(payoutCancelRequest, cancelPayout),
  on(payoutFulfillRequest, fulfillPayout),
  on(payoutSync, syncPayout),
  on(payoutCheck, checkPayout),
  on(payoutDeclare, declarePayout),
  on(payoutRedact, redactPayout),
  on(payoutDestinationSaved, nameDestination),
  on(routePayoutChosen, routeChosen),
  on(routePayoutNone, routeNone),
  on(connectorPayoutOutcome, applyOutcome),
  on(payoutDueJob, payoutDue),
)
export class PayoutsHandlers {
  constructor(readonly decisions: PayoutDecisions) {}

  /** A customer was deleted: the command to erase its data for each payout of a page, and the message for the next page. */
  @Handles(payoutRedactCustomer)
  redactCustomer(command: DataOf<typeof payoutRedactCustomer>, { shared, incoming }: PayoutStepContext): Step<Payout> {
    const { merchantId, isLast } = command;
    const page = shared.pages.get(incoming.data) ?? [];
    const last = page.length === pageSize ? page.at(-1) : undefined;
    const after = last && { createdAt: last.createdAt.toISOString(), payoutId: last.payoutId };
    return {
      messages: [
        ...page.map(({ payoutId }) => outgoing(payoutRedact, { merchantId, payoutId, isLast })),
        ...(after ? [outgoing(payoutRedactCustomer, { ...command, after })] : []),
      ],
    };
  }
}
