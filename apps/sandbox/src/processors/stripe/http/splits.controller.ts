import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { platformAccount } from '../account';
import { noSuch } from '../errors';
import type { Charge, Refund } from '../objects/records';
import { nothing } from '../params/other-params';
import { chargeIdOf, feeView, transferView } from '../views/split.view';
import { Resources } from './resources';
import type { ParsedCall, StripeCall } from './stripe-call';
import { detailsOf } from './stripe-call';
import { StripeCalls } from './stripe-calls';

type View = (charge: Charge, refunds: readonly Refund[]) => object | undefined;

/** The fees and transfers of split payments. Both belong to the platform, also those of its connected accounts' charges. */
@Controller('v1')
export class SplitsController {
  constructor(
    private readonly calls: StripeCalls,
    private readonly resources: Resources,
  ) {}

  @Get('application_fees/:id')
  fee(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('lookup', request, reply, (call) => this.shown(call, id, feeView, 'application fee'));
  }

  @Get('transfers/:id')
  transfer(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('lookup', request, reply, (call) => this.shown(call, id, transferView, 'transfer'));
  }

  private shown(call: StripeCall, id: string, view: View, noun: string): ParsedCall {
    return this.resources.parse(call, nothing, (): ParsedCall => {
      const { objects } = this.resources;
      const charge = call.account === platformAccount && objects.all('charge').find((one) => one.id === chargeIdOf(id));
      const show = (): object | undefined => (charge ? view(charge, objects.refundsOf(charge.id)) : undefined);
      if (show() === undefined) return { refusal: noSuch(noun, id, 'id', 404), details: detailsOf(call) };
      return { details: detailsOf(call), show: () => show() ?? {} };
    });
  }
}
