import { Controller, Delete, Get, Param, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Journal } from '../../../kit/ledger/journal';
import { changedMetadata, stored } from '../decide/decision';
import { newEndpoint } from '../decide/endpoints';
import { fundIntent } from '../decide/settle-intent';
import { invalidRequest, noSuch } from '../errors';
import type { EventPosition } from '../objects/memory';
import { StripeMemory } from '../objects/memory';
import * as params from '../params/other-params';
import type { ParsedCall } from './stripe-call';
import { detailsOf } from './stripe-call';
import { Resources } from './resources';
import { pageOf } from './lists';
import { StripeCalls } from './stripe-calls';

/** `payment_intent.*` matches every type with that prefix. */
const isOf = (type: string, matching: string): boolean =>
  matching.endsWith('*') ? type.startsWith(matching.slice(0, -1)) : type === matching;

/** Endpoints of the account: its balance, events, webhook endpoints and bank transfers. */
@Controller('v1')
export class StripeAccountController {
  constructor(
    private readonly calls: StripeCalls,
    private readonly resources: Resources,
    private readonly journal: Journal,
    private readonly memory: StripeMemory,
  ) {}

  @Get('balance')
  balance(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const nothing = [{ amount: 0, currency: 'usd', source_types: { card: 0 } }];
    return this.calls.run('account', request, reply, (call) => ({
      details: detailsOf(call),
      show: () => ({ object: 'balance', available: nothing, livemode: false, pending: nothing }),
    }));
  }

  @Get('account')
  account(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('account', request, reply, (call) => ({
      details: detailsOf(call),
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

  private async bodyOf({ seq }: EventPosition): Promise<object> {
    const entry = await this.journal.entry(seq);
    if (entry?.entry !== 'event') throw new Error(`ledger entry ${seq} is no event`);
    return JSON.parse(entry.body) as object;
  }

  @Get('events/:id')
  event(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('lookup', request, reply, (call): ParsedCall => {
      const position = this.memory.event(call.account, id);
      if (!position) return { refusal: noSuch('event', id, 'id', 404) };
      return { details: detailsOf(call), show: () => this.bodyOf(position) };
    });
  }

  @Get('events')
  events(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('lookup', request, reply, (call) =>
      this.resources.parse(call, params.listEvents, (input) => {
        const matching = input.types ?? (input.type === undefined ? ['*'] : [input.type]);
        const positions = this.memory
          .eventsOf(call.account)
          .filter(({ type }) => matching.some((one) => isOf(type, one)));
        const { data, has_more } = pageOf(positions, input);
        return {
          details: detailsOf(call),
          show: async () => ({
            object: 'list',
            data: await Promise.all(data.map((position) => this.bodyOf(position))),
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
      this.resources.parse(call, params.createEndpoint, (input) => ({
        details: detailsOf(call),
        decide: (context) => {
          const { enabled_events: enabledEvents, api_version: apiVersion, ...rest } = input;
          return stored(newEndpoint({ ...rest, enabledEvents, apiVersion }, context));
        },
        extra: (shown) => (shown?.object === 'webhook_endpoint' ? { secret: shown.secret } : {}),
      })),
    );
  }

  @Get('webhook_endpoints')
  listEndpoints(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('account', request, reply, (call) =>
      this.resources.parse(call, params.listEndpoints, (input) => {
        const matching = this.resources.objects.all('webhook_endpoint', call.account).filter(({ deleted }) => !deleted);
        return this.resources.list(call, '/v1/webhook_endpoints', matching, input);
      }),
    );
  }

  @Get('webhook_endpoints/:id')
  endpoint(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('account', request, reply, (call) =>
      this.resources.withObject(call, 'webhook_endpoint', id, (endpoint) =>
        this.resources.retrieve(call, endpoint, undefined),
      ),
    );
  }

  @Post('webhook_endpoints/:id')
  updateEndpoint(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('account', request, reply, (call) =>
      this.resources.parse(call, params.updateEndpoint, (input) =>
        this.resources.withObject(call, 'webhook_endpoint', id, (endpoint) => ({
          details: detailsOf(call),
          decide: () =>
            stored({
              ...endpoint,
              url: input.url ?? endpoint.url,
              enabledEvents: input.enabled_events ?? endpoint.enabledEvents,
              description: input.description === undefined ? endpoint.description : input.description,
              metadata: changedMetadata(endpoint.metadata, input.metadata),
              status: input.disabled === undefined ? endpoint.status : input.disabled ? 'disabled' : 'enabled',
            }),
        })),
      ),
    );
  }

  @Delete('webhook_endpoints/:id')
  deleteEndpoint(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('account', request, reply, (call) =>
      this.resources.withObject(call, 'webhook_endpoint', id, (endpoint) => ({
        details: detailsOf(call),
        decide: () => stored({ ...endpoint, deleted: true }),
      })),
    );
  }

  /** Stripe's own test helper for bank transfers: pays the oldest open intent first. */
  @Post('test_helpers/customers/:id/fund_cash_balance')
  fund(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('payment', request, reply, (call) =>
      this.resources.parse(call, params.fundCustomer, ({ amount, currency }) =>
        this.resources.withObject(call, 'customer', id, (): ParsedCall => {
          const open = this.resources.objects
            .all('payment_intent', call.account)
            .find(
              (intent) =>
                intent.customer === id &&
                intent.currency === currency &&
                intent.nextAction?.type === 'display_bank_transfer_instructions',
            );
          if (!open) return { refusal: invalidRequest('This customer has no open bank transfer.') };
          return {
            details: detailsOf(call, { paymentId: open.id, reference: open.reference, amount, currency }),
            decide: (context) => fundIntent(open, amount, context),
          };
        }),
      ),
    );
  }
}
