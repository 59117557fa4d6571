import { Controller, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { noDetails } from '../../../kit/calls/call-pipeline';
import { moment } from '../../../kit/moment';
import type { Refund } from '../payment';
import { refundCard } from '../decide/refund-card';
import { refundPayment } from '../decide/refund-payment';
import { PaymentService } from '../payment.service';
import { missingParam, paymentNotFound, refundNotFound } from '../refusals';
import type { ParsedCall } from './calls';
import { Calls } from './calls';
import { parseAmount, parseCardRefund } from './requests';
import { urlPrefix } from '../url-prefix';

const lookup = (refund: Refund | undefined, reference: string | null): ParsedCall => ({
  details: { ...noDetails, paymentId: refund?.paymentId ?? null, reference: reference ?? refund?.reference ?? null },
  decide: () => (refund ? { refund } : { refusal: refundNotFound }),
});

@Controller(urlPrefix)
export class RefundsController {
  constructor(
    private readonly calls: Calls,
    private readonly payments: PaymentService,
  ) {}

  @Post(':payment_id/refund')
  create(@Param('payment_id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('refund', request, reply, (): ParsedCall => {
      const payment = this.payments.records.payment(id, Date.now());
      const parsed = parseAmount(request.body);
      const details = {
        ...noDetails,
        paymentId: id,
        connector: payment?.connector ?? null,
        currency: payment?.currency ?? null,
      };
      if ('refusal' in parsed) return { ...parsed, details };
      return {
        details: { ...details, ...parsed.value },
        decide: () => (payment ? refundPayment(payment, parsed.value, moment()) : { refusal: paymentNotFound }),
      };
    });
  }

  /** To a card, without a payment. */
  @Post('refunds')
  createToCard(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('unreferenced_refund', request, reply, (): ParsedCall => {
      const parsed = parseCardRefund(request.body);
      if ('refusal' in parsed) return { ...parsed, details: noDetails };
      const { connector, reference, amount, currency, cardNumber } = parsed.value;
      return {
        details: { ...noDetails, connector, reference, amount, currency, card: cardNumber },
        decide: ({ variation }) => refundCard(parsed.value, moment(), variation),
      };
    });
  }

  @Get('refunds')
  find(
    @Query('reference') reference: string | string[] | undefined,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.calls.run('refund_lookup', request, reply, () =>
      typeof reference === 'string'
        ? lookup(this.payments.records.refundByReference(reference, Date.now()), reference)
        : { refusal: missingParam('reference'), details: noDetails },
    );
  }

  @Get('refunds/:id')
  retrieve(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('refund_lookup', request, reply, () =>
      lookup(this.payments.records.refund(id, Date.now()), null),
    );
  }
}
