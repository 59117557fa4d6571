import { Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cancelSetup, confirmSetup, createSetup, updateSetup } from '../decide/setup-intent';
import * as params from '../params/intent-params';
import { listSetups, nothing, search } from '../params/other-params';
import { factsOf } from './call';
import { Desk } from './desk';
import { StripeCalls } from './stripe-calls';

@Controller('v1/setup_intents')
export class SetupIntentsController {
  constructor(
    private readonly calls: StripeCalls,
    private readonly desk: Desk,
  ) {}

  @Post()
  create(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('setup', request, reply, (call) =>
      this.desk.read(call, params.createSetup, (given) => ({
        facts: factsOf(call),
        expand: given.expand,
        decide: (bench) => createSetup(given, bench),
      })),
    );
  }

  @Get()
  list(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('lookup', request, reply, (call) =>
      this.desk.read(call, listSetups, (given) => {
        const wanted = this.desk.objects
          .all('setup_intent', call.account)
          .filter(({ customer }) => given.customer === undefined || given.customer === customer)
          .filter(({ paymentMethod: id }) => given.payment_method === undefined || given.payment_method === id);
        return this.desk.listed(call, '/v1/setup_intents', wanted, given);
      }),
    );
  }

  @Get(':id')
  retrieve(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('lookup', request, reply, (call) =>
      this.desk.read(call, nothing.extend({ client_secret: search.shape.page }), ({ expand }) =>
        this.desk.on(call, 'setup_intent', id, (setup) => this.desk.shown(call, setup, expand)),
      ),
    );
  }

  @Post(':id')
  update(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('setup', request, reply, (call) =>
      this.desk.read(call, params.updateSetup, (given) =>
        this.desk.on(call, 'setup_intent', id, (setup) => ({
          facts: factsOf(call),
          expand: given.expand,
          decide: (bench) => updateSetup(setup, given, bench),
        })),
      ),
    );
  }

  @Post(':id/confirm')
  confirm(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('setup', request, reply, (call) =>
      this.desk.read(call, params.confirmSetup, (given) =>
        this.desk.on(call, 'setup_intent', id, (setup) => ({
          facts: factsOf(call),
          expand: given.expand,
          decide: (bench) => confirmSetup(setup, given, bench),
        })),
      ),
    );
  }

  @Post(':id/cancel')
  cancel(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('setup', request, reply, (call) =>
      this.desk.read(call, params.cancelSetup, ({ cancellation_reason: reason, expand }) =>
        this.desk.on(call, 'setup_intent', id, (setup) => ({
          facts: factsOf(call),
          expand,
          decide: () => cancelSetup(setup, reason ?? null),
        })),
      ),
    );
  }
}
