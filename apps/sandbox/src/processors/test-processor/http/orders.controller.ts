import { Controller, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { noDetails } from '../../../kit/calls/call-pipeline';
import { moment } from '../../../kit/moment';
import { createOrder } from '../decide/create-order';
import type { Order } from '../order';
import { PaymentService } from '../payment.service';
import { missingParam, orderNotFound } from '../refusals';
import { urlPrefix } from '../url-prefix';
import type { ParsedCall } from './calls';
import { Calls } from './calls';
import { parseOrder } from './requests';

const lookup = (order: Order | undefined, reference: string | null): ParsedCall => ({
  details: {
    ...noDetails,
    connector: order?.connector ?? null,
    currency: order?.currency ?? null,
    reference: reference ?? order?.reference ?? null,
  },
  decide: () => (order ? { order } : { refusal: orderNotFound }),
});

@Controller(urlPrefix)
export class OrdersController {
  constructor(
    private readonly calls: Calls,
    private readonly payments: PaymentService,
  ) {}

  @Post('orders')
  create(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('order', request, reply, (account): ParsedCall => {
      const parsed = parseOrder(request.body);
      if ('refusal' in parsed) return { ...parsed, details: noDetails };
      const { connector, reference, amount, currency } = parsed.value;
      return {
        details: { ...noDetails, connector, reference, amount, currency },
        decide: ({ variation }) => createOrder({ ...parsed.value, account }, moment(), variation),
      };
    });
  }

  @Get('orders')
  find(
    @Query('reference') reference: string | string[] | undefined,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.calls.run('order_lookup', request, reply, () =>
      typeof reference === 'string'
        ? lookup(this.payments.records.orderByReference(reference, Date.now()), reference)
        : { refusal: missingParam('reference'), details: noDetails },
    );
  }

  @Get('orders/:id')
  retrieve(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('order_lookup', request, reply, () =>
      lookup(this.payments.records.order(id, Date.now()), null),
    );
  }
}
