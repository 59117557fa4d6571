import { Controller, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { WebhookPlan } from '../faults/plan';
import { Journal, moment } from '../ledger/journal';
import { capturePayment } from '../processor/capture-payment';
import { magicOf } from '../processor/cards';
import { createPayment } from '../processor/create-payment';
import { extendHold } from '../processor/extend-hold';
import type { Payment, WebhookOrder } from '../processor/payment';
import { missingParam, paymentNotFound } from '../processor/refusals';
import { voidCaptured } from '../processor/void-captured';
import { voidPayment } from '../processor/void-payment';
import type { Understood } from './calls';
import { Calls } from './calls';
import type { Facts } from './course';
import { noFacts } from './course';
import { parseAmount, parsePayment, parseVoid } from './requests';

const webhookOrder = (url: string | null, { always, never, copies, delayMs }: WebhookPlan): WebhookOrder | null =>
  url === null ? null : { url, always, never, copies, delayMs };

/** A later call's fault governs the webhooks from then on; without one the payment keeps its own. */
const reordered = (payment: Payment, plan: WebhookPlan): Payment =>
  payment.webhooks && (plan.always || plan.never)
    ? { ...payment, webhooks: webhookOrder(payment.webhooks.url, plan) }
    : payment;

const factsOf = (payment: Payment | undefined, paymentId: string): Facts => ({
  ...noFacts,
  paymentId,
  connector: payment?.connector ?? null,
  currency: payment?.currency ?? null,
  reference: payment?.reference ?? null,
});

@Controller('dummy-connector')
export class PaymentsController {
  constructor(
    private readonly calls: Calls,
    private readonly journal: Journal,
  ) {}

  @Post('payment')
  create(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('payment', request, reply, (account): Understood => {
      const parsed = parsePayment(request.body);
      if ('refusal' in parsed) return { ...parsed, facts: noFacts };
      const { webhookUrl, ...value } = parsed.value;
      const { connector, reference, amount, currency, method } = value;
      const card = method.type === 'card' ? method.number : null;
      return {
        facts: { ...noFacts, connector, reference, card, magic: card && magicOf(card), amount, currency },
        decide: ({ variation, webhooks }) =>
          createPayment({ ...value, account, webhooks: webhookOrder(webhookUrl, webhooks) }, moment(), variation),
      };
    });
  }

  @Get('payments')
  find(
    @Query('reference') reference: string | string[] | undefined,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.calls.run('lookup', request, reply, (): Understood => {
      if (typeof reference !== 'string') return { refusal: missingParam('reference'), facts: noFacts };
      const payment = this.journal.records.paymentByReference(reference, Date.now());
      return {
        facts: { ...noFacts, paymentId: payment?.id ?? null, connector: payment?.connector ?? null, reference },
        decide: () => (payment ? { payment } : { refusal: paymentNotFound }),
      };
    });
  }

  @Get('payments/:id')
  retrieve(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('lookup', request, reply, (): Understood => {
      const payment = this.journal.records.payment(id, Date.now());
      return { facts: factsOf(payment, id), decide: () => (payment ? { payment } : { refusal: paymentNotFound }) };
    });
  }

  @Post('payments/:id/capture')
  capture(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('capture', request, reply, (): Understood => {
      const payment = this.journal.records.payment(id, Date.now());
      const parsed = parseAmount(request.body);
      if ('refusal' in parsed) return { ...parsed, facts: factsOf(payment, id) };
      return {
        facts: { ...factsOf(payment, id), ...parsed.value },
        decide: ({ variation, webhooks }) =>
          payment
            ? capturePayment(reordered(payment, webhooks), parsed.value, moment(), variation)
            : { refusal: paymentNotFound },
      };
    });
  }

  @Post('payments/:id/void')
  void(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.change('void', voidPayment, id, request, reply);
  }

  @Post('payments/:id/cancel_post_capture')
  cancelPostCapture(
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.change('post_capture_void', voidCaptured, id, request, reply);
  }

  @Post('payments/:id/extend')
  extend(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.change('extend', extendHold, id, request, reply);
  }

  /** By calls that name no sum. */
  private change(
    kind: 'void' | 'post_capture_void' | 'extend',
    decide: typeof voidPayment,
    id: string,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    return this.calls.run(kind, request, reply, (): Understood => {
      const payment = this.journal.records.payment(id, Date.now());
      const parsed = parseVoid(request.body);
      if ('refusal' in parsed) return { ...parsed, facts: factsOf(payment, id) };
      return {
        facts: { ...factsOf(payment, id), reference: parsed.value.reference },
        decide: ({ variation, webhooks }) =>
          payment
            ? decide(reordered(payment, webhooks), parsed.value, moment(), variation)
            : { refusal: paymentNotFound },
      };
    });
  }
}
