import { Controller, Delete, Get, Param, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Journal } from '../../ledger/journal';
import { changedMetadata, kept } from '../decide/decision';
import { newEndpoint } from '../decide/endpoints';
import { fundIntent } from '../decide/settle-intent';
import { invalidRequest, noSuch } from '../errors';
import type { EventMark } from '../objects/memory';
import * as params from '../params/other-params';
import type { Understood } from './call';
import { factsOf } from './call';
import { Desk } from './desk';
import { pageOf } from './lists';
import { StripeCalls } from './stripe-calls';

/** `payment_intent.*` means all that begin so. */
const isOf = (type: string, wanted: string): boolean =>
  wanted.endsWith('*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted;

/** What belongs to the account: its balance, the events, who is told of them, what customers pay in. */
@Controller('v1')
export class StripeAccountController {
  constructor(
    private readonly calls: StripeCalls,
    private readonly desk: Desk,
    private readonly journal: Journal,
  ) {}

  @Get('balance')
  balance(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const nothing = [{ amount: 0, currency: 'usd', source_types: { card: 0 } }];
    return this.calls.run('account', request, reply, (call) => ({
      facts: factsOf(call),
      show: () => ({ object: 'balance', available: nothing, livemode: false, pending: nothing }),
    }));
  }

  @Get('account')
  account(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('account', request, reply, (call) => ({
      facts: factsOf(call),
      show: () => ({
        id: call.account,
        object: 'account',
        business_type: null,
        charges_enabled: true,
        country: 'US',
        default_currency: 'usd',
        details_submitted: true,
        email: 'sandbox@example.com',
        payouts_enabled: true,
        type: 'standard',
      }),
    }));
  }

  private async bodyOf({ seq }: EventMark): Promise<object> {
    const entry = await this.journal.entry(seq);
    if (entry?.entry !== 'event') throw new Error(`ledger entry ${seq} is no event`);
    return JSON.parse(entry.body) as object;
  }

  @Get('events/:id')
  event(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('lookup', request, reply, (call): Understood => {
      const mark = this.journal.stripe.event(call.account, id);
      if (!mark) return { refusal: noSuch('event', id, 'id', 404) };
      return { facts: factsOf(call), show: () => this.bodyOf(mark) };
    });
  }

  @Get('events')
  events(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('lookup', request, reply, (call) =>
      this.desk.read(call, params.listEvents, (given) => {
        const wanted = given.types ?? (given.type === undefined ? ['*'] : [given.type]);
        const marks = this.journal.stripe
          .eventsOf(call.account)
          .filter(({ type }) => wanted.some((one) => isOf(type, one)));
        const { data, has_more } = pageOf(marks, given);
        return {
          facts: factsOf(call),
          show: async () => ({
            object: 'list',
            data: await Promise.all(data.map((mark) => this.bodyOf(mark))),
            has_more,
            url: '/v1/events',
          }),
        };
      }),
    );
  }

  @Post('webhook_endpoints')
  createEndpoint(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('account', request, reply, (call) =>
      this.desk.read(call, params.createEndpoint, (given) => ({
        facts: factsOf(call),
        decide: (bench) => {
          const { enabled_events: enabledEvents, api_version: apiVersion, ...wish } = given;
          return kept(newEndpoint({ ...wish, enabledEvents, apiVersion }, bench));
        },
        extra: (shown) => (shown?.object === 'webhook_endpoint' ? { secret: shown.secret } : {}),
      })),
    );
  }

  @Get('webhook_endpoints')
  listEndpoints(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('account', request, reply, (call) =>
      this.desk.read(call, params.listEndpoints, (given) => {
        const wanted = this.desk.objects.all('webhook_endpoint', call.account).filter(({ deleted }) => !deleted);
        return this.desk.listed(call, '/v1/webhook_endpoints', wanted, given);
      }),
    );
  }

  @Get('webhook_endpoints/:id')
  endpoint(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('account', request, reply, (call) =>
      this.desk.on(call, 'webhook_endpoint', id, (endpoint) => this.desk.shown(call, endpoint, undefined)),
    );
  }

  @Post('webhook_endpoints/:id')
  updateEndpoint(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('account', request, reply, (call) =>
      this.desk.read(call, params.updateEndpoint, (given) =>
        this.desk.on(call, 'webhook_endpoint', id, (endpoint) => ({
          facts: factsOf(call),
          decide: () =>
            kept({
              ...endpoint,
              url: given.url ?? endpoint.url,
              enabledEvents: given.enabled_events ?? endpoint.enabledEvents,
              description: given.description === undefined ? endpoint.description : given.description,
              metadata: changedMetadata(endpoint.metadata, given.metadata),
              status: given.disabled === undefined ? endpoint.status : given.disabled ? 'disabled' : 'enabled',
            }),
        })),
      ),
    );
  }

  @Delete('webhook_endpoints/:id')
  deleteEndpoint(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('account', request, reply, (call) =>
      this.desk.on(call, 'webhook_endpoint', id, (endpoint) => ({
        facts: factsOf(call),
        decide: () => kept({ ...endpoint, deleted: true }),
      })),
    );
  }

  /** Stripe's own way to let money come in by bank transfer in test mode: the oldest open intent is paid first. */
  @Post('test_helpers/customers/:id/fund_cash_balance')
  fund(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('payment', request, reply, (call) =>
      this.desk.read(call, params.fundCustomer, ({ amount, currency }) =>
        this.desk.on(call, 'customer', id, (): Understood => {
          const open = this.desk.objects
            .all('payment_intent', call.account)
            .find(
              (intent) =>
                intent.customer === id &&
                intent.currency === currency &&
                intent.nextAction?.type === 'display_bank_transfer_instructions',
            );
          if (!open) return { refusal: invalidRequest('There is no bank transfer that waits for this customer.') };
          return {
            facts: factsOf(call, { paymentId: open.id, reference: open.reference, amount, currency }),
            decide: (bench) => fundIntent(open, amount, bench),
          };
        }),
      ),
    );
  }
}
