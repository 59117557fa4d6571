import { BadRequestException, Body, Controller, HttpCode, Post } from '@nestjs/common';
import { newId } from '@payorch/kernel';
import { z } from 'zod';
import { readControl } from '../../../kit/control/control-bodies';
import type { Payment } from '../payment';
import { PaymentService } from '../payment.service';
import { moved } from './decide';
import { type Dispute, disputeStages, disputeStatuses, disputeView } from './dispute';
import { DisputeService } from './dispute.service';

const time = z.iso.datetime({ offset: true });

const disputeBody = z.object({
  /** The processor's id of the payment, or the reference of its operation. */
  payment: z.string().min(1),
  /** A known dispute changes; an unknown id opens one under it. */
  id: z.string().min(1).optional(),
  stage: z.enum(disputeStages).optional(),
  status: z.enum(disputeStatuses).optional(),
  /** Minor units; the received amount by default. */
  amount: z.int().min(1).optional(),
  /** By default as the stage and the status say. */
  refundable: z.boolean().optional(),
  reason: z.string().nullable().optional(),
  reason_code: z.string().nullable().optional(),
  challenge_by: time.nullable().optional(),
  opened: time.optional(),
  updated: time.optional(),
  /** false: notices do not name the reference of the payment. */
  names_reference: z.boolean().optional(),
  /** false: only the notice says so, as one that comes late; the processor's own dispute stays as it is. */
  store: z.boolean().default(true),
  /** Of the notice. 0: it is never sent. */
  copies: z.int().min(0).max(100).default(1),
  delay_ms: z.int().min(0).default(0),
});
type Wanted = z.output<typeof disputeBody>;

/** Opens disputes of the test processors and changes them, into every stage and status in any order. */
@Controller('control/test-processor')
export class DisputeControlController {
  constructor(
    private readonly payments: PaymentService,
    private readonly disputes: DisputeService,
  ) {}

  @Post('disputes')
  @HttpCode(200)
  async change(@Body() body: unknown) {
    const wanted = readControl(disputeBody, body);
    const { records } = this.payments;
    const nowMs = Date.now();
    const payment = records.payment(wanted.payment, nowMs) ?? records.paymentByReference(wanted.payment, nowMs);
    if (!payment) throw new BadRequestException('no such payment');
    const known = wanted.id === undefined ? undefined : this.disputes.find(wanted.id);
    if (known && known.paymentId !== payment.id) throw new BadRequestException('a dispute of another payment');
    const decision = moved(disputeOf(payment, wanted, known));
    const dispute = { ...decision.dispute!, webhooks: webhooksOf(payment, wanted) };
    if (!wanted.store) {
      await this.disputes.notify(dispute);
      return disputeView(dispute);
    }
    // Its own notice is sent by `notify`, after it is on disk.
    this.disputes.commit({ dispute: { ...dispute, webhooks: null }, effect: decision.effect }, null);
    await this.disputes.notify(dispute);
    return disputeView(dispute);
  }
}

const webhooksOf = ({ webhooks }: Payment, { copies, delay_ms: delayMs }: Wanted): Dispute['webhooks'] =>
  webhooks && copies > 0 ? { ...webhooks, copies, delayMs } : null;

function disputeOf(payment: Payment, wanted: Wanted, known: Dispute | undefined): Dispute {
  const now = new Date().toISOString();
  const stage = wanted.stage ?? known?.stage ?? 'dispute';
  const status = wanted.status ?? known?.status ?? 'dispute_opened';
  const isNamed = wanted.names_reference ?? (known ? known.reference !== null : true);
  const isOver = status === 'dispute_won' || status === 'dispute_cancelled';
  return {
    id: wanted.id ?? newId<string>('dis'),
    connector: payment.connector,
    account: payment.account,
    paymentId: payment.id,
    reference: isNamed ? payment.reference : null,
    stage,
    status,
    amount: wanted.amount ?? known?.amount ?? payment.amountReceived,
    currency: payment.currency,
    refundable: wanted.refundable ?? (stage === 'pre_dispute' || isOver),
    reason: wanted.reason === undefined ? (known?.reason ?? 'fraudulent') : wanted.reason,
    reasonCode: wanted.reason_code === undefined ? (known?.reasonCode ?? '10.4') : wanted.reason_code,
    challengeBy: wanted.challenge_by === undefined ? (known?.challengeBy ?? null) : wanted.challenge_by,
    openedAt: wanted.opened ?? known?.openedAt ?? now,
    updatedAt: wanted.updated ?? now,
    answers: known?.answers ?? [],
    evidence: known?.evidence ?? {},
    withdrawn: known?.withdrawn ?? false,
    webhooks: null,
  };
}
