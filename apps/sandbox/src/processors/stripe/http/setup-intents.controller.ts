import { Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cancelSetup, confirmSetup, createSetup, updateSetup } from '../decide/setup-intent';
import * as params from '../params/intent-params';
import { listSetups, nothing, search } from '../params/other-params';
import { detailsOf } from './stripe-call';
import { Resources } from './resources';
import { StripeCalls } from './stripe-calls';

@Controller('v1/setup_intents')
export class SetupIntentsController {
  constructor(
    private readonly calls: StripeCalls,
    private readonly resources: Resources,
  ) {}

  @Post()
  create(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('setup', request, reply, (call) =>
      this.resources.parse(call, params.createSetup, (input) => ({
        details: detailsOf(call),
        expand: input.expand,
        decide: (context) => createSetup(input, context),
      })),
    );
  }

  @Get()
  list(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('lookup', request, reply, (call) =>
      this.resources.parse(call, listSetups, (input) => {
        const matching = this.resources.objects
          .all('setup_intent', call.account)
          .filter(({ customer }) => input.customer === undefined || input.customer === customer)
          .filter(({ paymentMethod: id }) => input.payment_method === undefined || input.payment_method === id);
        return this.resources.list(call, '/v1/setup_intents', matching, input);
      }),
    );
  }

  @Get(':id')
  retrieve(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('lookup', request, reply, (call) =>
      this.resources.parse(call, nothing.extend({ client_secret: search.shape.page }), ({ expand }) =>
        this.resources.withObject(call, 'setup_intent', id, (setup) => this.resources.retrieve(call, setup, expand)),
      ),
    );
  }

  @Post(':id')
  update(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('setup', request, reply, (call) =>
      this.resources.parse(call, params.updateSetup, (input) =>
        this.resources.withObject(call, 'setup_intent', id, (setup) => ({
          details: detailsOf(call),
          expand: input.expand,
          decide: (context) => updateSetup(setup, input, context),
        })),
      ),
    );
  }

  @Post(':id/confirm')
  confirm(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('setup', request, reply, (call) =>
      this.resources.parse(call, params.confirmSetup, (input) =>
        this.resources.withObject(call, 'setup_intent', id, (setup) => ({
          details: detailsOf(call),
          expand: input.expand,
          decide: (context) => confirmSetup(setup, input, context),
        })),
      ),
    );
  }

  @Post(':id/cancel')
  cancel(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('setup', request, reply, (call) =>
      this.resources.parse(call, params.cancelSetup, ({ cancellation_reason: reason, expand }) =>
        this.resources.withObject(call, 'setup_intent', id, (setup) => ({
          details: detailsOf(call),
          expand,
          decide: () => cancelSetup(setup, reason ?? null),
        })),
      ),
    );
  }
}
