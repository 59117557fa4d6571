import {
  Body,
  Controller,
  createParamDecorator,
  type ExecutionContext,
  Get,
  HttpCode,
  Inject,
  Param,
  Post,
} from '@nestjs/common';
import type { Refusal } from '@payorch/contracts';
import { InvariantError } from '@payorch/kernel';
import { EventListConstraints } from '@payorch/rest';
import type { FastifyRequest } from 'fastify';
import { AllowOnly, callerOf } from '../../auth';
import { ForList } from '../../lists';
import type { OwnerReply, ScopedSender } from '../../owners';
import { traceOf } from '../../request';
import { Events, type EventsCaller } from '../events';

/** The merchant of the path, with the caller: that merchant or the operator. */
const AboutEvents = createParamDecorator((_: unknown, context: ExecutionContext): EventsCaller => {
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  const caller = callerOf(request);
  if (!caller) throw new InvariantError('no caller was authenticated on this route');
  const { merchant_id: merchantId } = request.params as { readonly merchant_id: string };
  return { merchantId, caller, trace: traceOf(request) };
});

/** Events of a merchant: what was sent to its webhook endpoints. */
@Controller('events')
@AllowOnly('secret_key_of_path', 'admin')
export class EventsController {
  constructor(@Inject(Events) private readonly events: Events) {}

  @Post('profile/list')
  @HttpCode(200)
  @AllowOnly('secret_key')
  listOfProfile(@Body() sent: EventListConstraints, @ForList() sender: ScopedSender): OwnerReply {
    return this.events.listOfProfile(sent, sender);
  }

  @Post(':merchant_id')
  @HttpCode(200)
  list(@Body() sent: EventListConstraints, @AboutEvents() from: EventsCaller): OwnerReply {
    return this.events.list(sent, from);
  }

  @Get(':merchant_id/:event_id/attempts')
  attempts(@Param('event_id') eventId: string, @AboutEvents() from: EventsCaller): Promise<object[] | Refusal> {
    return this.events.attempts(eventId, from);
  }

  @Post(':merchant_id/:event_id/retry')
  @HttpCode(200)
  retry(@Param('event_id') eventId: string, @AboutEvents() from: EventsCaller): Promise<object | Refusal> {
    return this.events.retry(eventId, from);
  }
}
