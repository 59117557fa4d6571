import { Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { changedMetadata, kept } from '../decide/decision';
import { cancelRefund, createRefund, updateRefund } from '../decide/refunds';
import * as params from '../params/other-params';
import { factsOf } from './call';
import { Desk } from './desk';
import { StripeCalls } from './stripe-calls';

@Controller('v1')
export class StripeRefundsController {
  constructor(
    private readonly calls: StripeCalls,
    private readonly desk: Desk,
  ) {}

  @Post('refunds')
  create(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('refund', request, reply, (call) =>
      this.desk.read(call, params.createRefund, (given) => {
        const { payment_intent: intent, charge, amount = null, expand } = given;
        const known = charge === undefined ? undefined : this.desk.objects.find('charge', call.account, charge);
        return {
          facts: factsOf(call, { paymentId: intent ?? known?.intent ?? null, amount }),
          expand,
          decide: (bench) => createRefund(given, bench),
        };
      }),
    );
  }

  @Get('refunds')
  list(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('refund_lookup', request, reply, (call) =>
      this.desk.read(call, params.listRefunds, (given) => {
        const wanted = this.desk.objects
          .all('refund', call.account)
          .filter(({ intent }) => given.payment_intent === undefined || given.payment_intent === intent)
          .filter(({ charge }) => given.charge === undefined || given.charge === charge);
        return this.desk.listed(call, '/v1/refunds', wanted, given);
      }),
    );
  }

  @Get('refunds/:id')
  retrieve(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('refund_lookup', request, reply, (call) =>
      this.desk.read(call, params.nothing, ({ expand }) =>
        this.desk.on(call, 'refund', id, (refund) => this.desk.shown(call, refund, expand)),
      ),
    );
  }

  @Post('refunds/:id')
  update(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('account', request, reply, (call) =>
      this.desk.read(call, params.onlyMetadata, ({ metadata, expand }) =>
        this.desk.on(call, 'refund', id, (refund) => ({
          facts: factsOf(call, { paymentId: refund.intent }),
          expand,
          decide: () => updateRefund(refund, metadata),
        })),
      ),
    );
  }

  @Post('refunds/:id/cancel')
  cancel(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('account', request, reply, (call) =>
      this.desk.read(call, params.nothing, ({ expand }) =>
        this.desk.on(call, 'refund', id, (refund) => ({
          facts: factsOf(call, { paymentId: refund.intent }),
          expand,
          decide: () => cancelRefund(refund),
        })),
      ),
    );
  }

  @Get('charges')
  charges(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('lookup', request, reply, (call) =>
      this.desk.read(call, params.listCharges, (given) => {
        const wanted = this.desk.objects
          .all('charge', call.account)
          .filter(({ intent }) => given.payment_intent === undefined || given.payment_intent === intent)
          .filter(({ customer }) => given.customer === undefined || given.customer === customer);
        return this.desk.listed(call, '/v1/charges', wanted, given);
      }),
    );
  }

  @Get('charges/:id')
  charge(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('lookup', request, reply, (call) =>
      this.desk.read(call, params.nothing, ({ expand }) =>
        this.desk.on(call, 'charge', id, (charge) => this.desk.shown(call, charge, expand)),
      ),
    );
  }

  @Post('charges/:id')
  updateCharge(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('account', request, reply, (call) =>
      this.desk.read(call, params.updateCharge, (given) =>
        this.desk.on(call, 'charge', id, (charge) => {
          const metadata = changedMetadata(charge.metadata, given.metadata);
          const description = given.description === undefined ? charge.description : given.description;
          return {
            facts: factsOf(call, { paymentId: charge.intent }),
            expand: given.expand,
            decide: () => kept({ ...charge, metadata, description }, 'charge.updated'),
          };
        }),
      ),
    );
  }
}
