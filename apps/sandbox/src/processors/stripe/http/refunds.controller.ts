import { Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { changedMetadata, stored } from '../decide/decision';
import { cancelRefund, createRefund, updateRefund } from '../decide/refunds';
import * as params from '../params/other-params';
import { detailsOf } from './stripe-call';
import { Resources } from './resources';
import { StripeCalls } from './stripe-calls';

@Controller('v1')
export class StripeRefundsController {
  constructor(
    private readonly calls: StripeCalls,
    private readonly resources: Resources,
  ) {}

  @Post('refunds')
  create(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('refund', request, reply, (call) =>
      this.resources.parse(call, params.createRefund, (input) => {
        const { payment_intent: intent, charge, amount = null, expand } = input;
        const known = charge === undefined ? undefined : this.resources.objects.find('charge', call.account, charge);
        return {
          details: detailsOf(call, { paymentId: intent ?? known?.intent ?? null, amount }),
          expand,
          decide: (context) => createRefund(input, context),
        };
      }),
    );
  }

  @Get('refunds')
  list(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('refund_lookup', request, reply, (call) =>
      this.resources.parse(call, params.listRefunds, (input) => {
        const matching = this.resources.objects
          .all('refund', call.account)
          .filter(({ intent }) => input.payment_intent === undefined || input.payment_intent === intent)
          .filter(({ charge }) => input.charge === undefined || input.charge === charge);
        return this.resources.list(call, '/v1/refunds', matching, input);
      }),
    );
  }

  @Get('refunds/:id')
  retrieve(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('refund_lookup', request, reply, (call) =>
      this.resources.parse(call, params.nothing, ({ expand }) =>
        this.resources.withObject(call, 'refund', id, (refund) => this.resources.retrieve(call, refund, expand)),
      ),
    );
  }

  @Post('refunds/:id')
  update(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('account', request, reply, (call) =>
      this.resources.parse(call, params.onlyMetadata, ({ metadata, expand }) =>
        this.resources.withObject(call, 'refund', id, (refund) => ({
          details: detailsOf(call, { paymentId: refund.intent }),
          expand,
          decide: () => updateRefund(refund, metadata),
        })),
      ),
    );
  }

  @Post('refunds/:id/cancel')
  cancel(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('account', request, reply, (call) =>
      this.resources.parse(call, params.nothing, ({ expand }) =>
        this.resources.withObject(call, 'refund', id, (refund) => ({
          details: detailsOf(call, { paymentId: refund.intent }),
          expand,
          decide: () => cancelRefund(refund),
        })),
      ),
    );
  }

  @Get('charges')
  charges(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('lookup', request, reply, (call) =>
      this.resources.parse(call, params.listCharges, (input) => {
        const matching = this.resources.objects
          .all('charge', call.account)
          .filter(({ intent }) => input.payment_intent === undefined || input.payment_intent === intent)
          .filter(({ customer }) => input.customer === undefined || input.customer === customer);
        return this.resources.list(call, '/v1/charges', matching, input);
      }),
    );
  }

  @Get('charges/:id')
  charge(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('lookup', request, reply, (call) =>
      this.resources.parse(call, params.nothing, ({ expand }) =>
        this.resources.withObject(call, 'charge', id, (charge) => this.resources.retrieve(call, charge, expand)),
      ),
    );
  }

  @Post('charges/:id')
  updateCharge(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('account', request, reply, (call) =>
      this.resources.parse(call, params.updateCharge, (input) =>
        this.resources.withObject(call, 'charge', id, (charge) => {
          const metadata = changedMetadata(charge.metadata, input.metadata);
          const description = input.description === undefined ? charge.description : input.description;
          return {
            details: detailsOf(call, { paymentId: charge.intent }),
            expand: input.expand,
            decide: () => stored({ ...charge, metadata, description }, 'charge.updated'),
          };
        }),
      ),
    );
  }
}
