import type { CustomerDeletion, DataOf } from '@payorch/contracts';
import {
  customerCheck,
  customerCheckDeletion,
  customerCreate,
  customerDelete,
  customerUpdate,
  isRefusal,
  outgoing,
  paymentMethodEndToken,
  paymentRedact,
  payoutRedactCustomer,
  refuse,
} from '@payorch/contracts';
import { keyOf } from '@payorch/kernel';
import { MessageController } from '@payorch/platform/kafka';
import type { Step } from '@payorch/platform/shell';
import { scheduled, stepDecorators } from '@payorch/platform/shell';
import { accountsWith } from '../domain/customer-owners';
import { createCustomer } from '../domain/create-customer';
import { type Customer, isRedacted } from '../domain/customer';
import { redactCustomer } from '../domain/redact-customer';
import { isLastPass, nextAccount, nextPage, redactionPageSize } from '../domain/redaction-passes';
import { updateCustomer } from '../domain/update-customer';
import type { BatchCustomers, RedactionPage } from '../domain/batch-customers';
import { CustomerDecisions, type CustomerStepContext } from './customer-decisions';
import { redactionDue } from '../persistence/jobs';

const { Handles } = stepDecorators<Customer, BatchCustomers>();

/** Where the next page begins; undefined after an empty page. */
function reachedIn({ payments }: RedactionPage): DataOf<typeof redactionDue>['after'] | undefined {
  const last = payments.at(-1);
  return last && { createdAt: last.createdAt.toISOString(), paymentId: last.paymentId };
}

/** Every command about a customer. */
@MessageController()
export class CustomersHandlers {
  constructor(private readonly decisions: CustomerDecisions) {}

  @Handles(customerCreate)
  create(command: DataOf<typeof customerCreate>, context: CustomerStepContext): Step<Customer> {
    const known = context.state ?? context.shared.customers.get(keyOf(command.merchantId, command.customerId));
    return this.step(createCustomer(command, { known, now: context.now }), context);
  }

  @Handles(customerUpdate)
  update(command: DataOf<typeof customerUpdate>, context: CustomerStepContext): Step<Customer> {
    return this.step(updateCustomer(context.state, command, context.now), context);
  }

  @Handles(customerDelete)
  delete(command: DataOf<typeof customerDelete>, context: CustomerStepContext): Step<Customer> {
    const { merchantId, customerId } = command;
    const hasActiveMandate = context.shared.hasActiveMandate(merchantId, customerId);
    const deleted = redactCustomer(context.state, { hasActiveMandate, now: context.now });
    if (isRefusal(deleted)) return { refusal: deleted };
    const jobs = [scheduled(redactionDue, { merchantId, customerId, pass: 1, after: null }, 0)];
    return { ...this.step(deleted, context), jobs };
  }

  @Handles(customerCheck)
  check(_: DataOf<typeof customerCheck>, context: CustomerStepContext): Step<Customer> {
    return this.decisions.stepOf(context.state ?? refuse('customer_not_found'), context);
  }

  /** An unknown customer is not deleted: its deletion was refused. */
  @Handles(customerCheckDeletion)
  checkDeletion(
    _: DataOf<typeof customerCheckDeletion>,
    { state, incoming: { context } }: CustomerStepContext,
  ): Step<Customer> {
    const reply: CustomerDeletion = { deleted: state !== undefined && isRedacted(state) };
    const body = Buffer.from(JSON.stringify(reply));
    return { replies: context.replyTo ? [{ to: context.replyTo, reply: { kind: 'response', body } }] : [] };
  }

  /**
   * Sends one page of payments the command to erase the customer's data, and schedules the next page. A pass goes through the
   * accounts that share the customer, one after the other; at each it ends with the command about the customer's payouts there,
   * which their service finds.
   */
  @Handles(redactionDue)
  redact(due: DataOf<typeof redactionDue>, { state, shared, now }: CustomerStepContext): Step<Customer> {
    const { merchantId, customerId, pass } = due;
    const account = due.account ?? merchantId;
    const page = shared.redactionPages.get(keyOf(account, customerId));
    if (!state || !page) return {};
    const { payments, hasPaymentMethods, tokenized } = page;
    const isLast = isLastPass(pass);
    const isAccountOver = payments.length < redactionPageSize && !hasPaymentMethods;
    const place = isAccountOver
      ? { account: nextAccount(account, accountsWith(shared, merchantId)), after: null }
      : { account, after: reachedIn(page) ?? due.after };
    const next = nextPage({ pass, hasMore: place.account !== undefined });
    return {
      // A new version of a deleted customer erases more of its saved payment methods (customer.store.ts).
      ...(hasPaymentMethods && { state: { ...state, version: state.version + 1, modifiedAt: now } }),
      messages: [
        ...payments.map(({ paymentId }) => outgoing(paymentRedact, { merchantId: account, paymentId, isLast })),
        ...tokenized.map((paymentMethodId) =>
          outgoing(paymentMethodEndToken, { merchantId: account, paymentMethodId }),
        ),
        ...(isAccountOver
          ? [outgoing(payoutRedactCustomer, { merchantId: account, customerId, after: null, isLast })]
          : []),
      ],
      jobs: next ? [scheduled(redactionDue, { merchantId, customerId, ...place, pass: next.pass }, next.delayMs)] : [],
    };
  }

  /** Payments later in the batch see the customer as it is now. */
  private step(result: ReturnType<typeof createCustomer>, context: CustomerStepContext): Step<Customer> {
    if (!isRefusal(result)) context.shared.customers.set(keyOf(result.merchantId, result.customerId), result);
    return this.decisions.stepOf(result, context);
  }
}
