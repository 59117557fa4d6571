import { Controller, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CallDetails } from '../../../kit/calls/call-pipeline';
import type { WebhookPlan } from '../../../kit/faults/plan';
import { noDetails } from '../../../kit/calls/call-pipeline';
import { faultOfCard } from '../../../kit/faults/fault-cards';
import { moment } from '../../../kit/moment';
import { capturePayment } from '../decide/capture-payment';
import { createPayment } from '../decide/create-payment';
import { extendAuthorization } from '../decide/extend-authorization';
import { payOrder } from '../decide/pay-order';
import { paysOrder } from '../payment-methods';
import type { Payment, WebhookOptions } from '../payment';
import { PaymentService } from '../payment.service';
import { missingParam, paymentNotFound } from '../refusals';
import { voidAfterCapture } from '../decide/post-capture-void';
import { voidPayment } from '../decide/void-payment';
import { urlPrefix } from '../url-prefix';
import type { ParsedCall } from './calls';
import { Calls } from './calls';
import { parseCapture, parsePayment, parseVoid } from './requests';

const webhookOptions = (url: string | null, { always, never, copies, delayMs }: WebhookPlan): WebhookOptions | null =>
  url === null ? null : { url, always, never, copies, delayMs };

/** A later call's fault sets the webhook options from then on; without a fault the payment's own options stay. */
const withWebhookOptions = (payment: Payment, plan: WebhookPlan): Payment =>
  payment.webhooks && (plan.always || plan.never)
    ? { ...payment, webhooks: webhookOptions(payment.webhooks.url, plan) }
    : payment;

const detailsOf = (payment: Payment | undefined, paymentId: string): CallDetails => ({
  ...noDetails,
  paymentId,
  connector: payment?.connector ?? null,
  currency: payment?.currency ?? null,
  reference: payment?.reference ?? null,
});

@Controller(urlPrefix)
export class PaymentsController {
  constructor(
    private readonly calls: Calls,
    private readonly payments: PaymentService,
  ) {}

  @Post('payment')
  create(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('payment', request, reply, (account): ParsedCall => {
      const parsed = parsePayment(request.body);
      if ('refusal' in parsed) return { ...parsed, details: noDetails };
      const { webhookUrl, order, ...value } = parsed.value;
      const { connector, reference, amount, currency, method } = value;
      const card = method.type === 'card' ? method.number : null;
      return {
        details: { ...noDetails, connector, reference, card, cardFault: card && faultOfCard(card), amount, currency },
        decide: ({ variation, webhooks }) => {
          const judged = this.payments.judged(method);
          const payment = { ...value, method: judged, account, webhooks: webhookOptions(webhookUrl, webhooks) };
          if (order === null && !paysOrder(method)) return createPayment(payment, moment(), variation);
          const named = order === null ? undefined : this.payments.records.order(order, Date.now());
          return payOrder(named, payment, moment(), variation);
        },
      };
    });
  }

  @Get('payments')
  find(
    @Query('reference') reference: string | string[] | undefined,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.calls.run('lookup', request, reply, (): ParsedCall => {
      if (typeof reference !== 'string') return { refusal: missingParam('reference'), details: noDetails };
      const payment = this.payments.records.paymentByReference(reference, Date.now());
      return {
        details: { ...noDetails, paymentId: payment?.id ?? null, connector: payment?.connector ?? null, reference },
        decide: () => (payment ? { payment } : { refusal: paymentNotFound }),
      };
    });
  }

  @Get('payments/:id')
  retrieve(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('lookup', request, reply, (): ParsedCall => {
      const payment = this.payments.records.payment(id, Date.now());
      return { details: detailsOf(payment, id), decide: () => (payment ? { payment } : { refusal: paymentNotFound }) };
    });
  }

  @Post('payments/:id/capture')
  capture(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('capture', request, reply, (): ParsedCall => {
      const payment = this.payments.records.payment(id, Date.now());
      const parsed = parseCapture(request.body);
      if ('refusal' in parsed) return { ...parsed, details: detailsOf(payment, id) };
      const { amount, reference } = parsed.value;
      return {
        details: { ...detailsOf(payment, id), amount, reference },
        decide: ({ variation, webhooks }) =>
          payment
            ? capturePayment(withWebhookOptions(payment, webhooks), parsed.value, moment(), variation)
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
    return this.change('post_capture_void', voidAfterCapture, id, request, reply);
  }

  @Post('payments/:id/extend')
  extend(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.change('extend', extendAuthorization, id, request, reply);
  }

  /** Runs the calls without an amount. */
  private change(
    kind: 'void' | 'post_capture_void' | 'extend',
    decide: typeof voidPayment,
    id: string,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    return this.calls.run(kind, request, reply, (): ParsedCall => {
      const payment = this.payments.records.payment(id, Date.now());
      const parsed = parseVoid(request.body);
      if ('refusal' in parsed) return { ...parsed, details: detailsOf(payment, id) };
      return {
        details: { ...detailsOf(payment, id), reference: parsed.value.reference },
        decide: ({ variation, webhooks }) =>
          payment
            ? decide(withWebhookOptions(payment, webhooks), parsed.value, moment(), variation)
            : { refusal: paymentNotFound },
      };
    });
  }
}
