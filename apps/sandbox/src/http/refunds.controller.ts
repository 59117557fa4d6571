import { Controller, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Journal, moment } from '../ledger/journal';
import type { Refund } from '../processor/payment';
import { refundPayment } from '../processor/refund-payment';
import { missingParam, paymentNotFound, refundNotFound } from '../processor/refusals';
import type { Understood } from './calls';
import { Calls } from './calls';
import { noFacts } from './course';
import { parseAmount } from './requests';

const lookup = (refund: Refund | undefined, reference: string | null): Understood => ({
  facts: { ...noFacts, paymentId: refund?.paymentId ?? null, reference: reference ?? refund?.reference ?? null },
  decide: () => (refund ? { refund } : { refusal: refundNotFound }),
});

@Controller('dummy-connector')
export class RefundsController {
  constructor(
    private readonly calls: Calls,
    private readonly journal: Journal,
  ) {}

  @Post(':payment_id/refund')
  create(@Param('payment_id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('refund', request, reply, (): Understood => {
      const payment = this.journal.records.payment(id, Date.now());
      const parsed = parseAmount(request.body);
      const facts = {
        ...noFacts,
        paymentId: id,
        connector: payment?.connector ?? null,
        currency: payment?.currency ?? null,
      };
      if ('refusal' in parsed) return { ...parsed, facts };
      return {
        facts: { ...facts, ...parsed.value },
        decide: () => (payment ? refundPayment(payment, parsed.value, moment()) : { refusal: paymentNotFound }),
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
        ? lookup(this.journal.records.refundByReference(reference, Date.now()), reference)
        : { refusal: missingParam('reference'), facts: noFacts },
    );
  }

  @Get('refunds/:id')
  retrieve(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('refund_lookup', request, reply, () =>
      lookup(this.journal.records.refund(id, Date.now()), null),
    );
  }
}
