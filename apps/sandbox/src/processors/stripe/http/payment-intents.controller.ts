import { Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cancelIntent, captureIntent, incrementIntent } from '../decide/capture-intent';
import { confirmIntent } from '../decide/confirm-intent';
import { createIntent, updateIntent } from '../decide/create-intent';
import { completePage } from '../decide/settle-intent';
import { refused } from '../decide/decision';
import { invalidRequest } from '../errors';
import * as params from '../params/intent-params';
import { listIntents, nothing, search } from '../params/other-params';
import type { ParsedCall } from './stripe-call';
import { detailsOf } from './stripe-call';
import { Resources } from './resources';
import { matchesClauses, readQuery } from './lists';
import { StripeCalls } from './stripe-calls';

/** Deposits that verify a bank account in test mode. */
const rightDeposits = '32,45';
const rightCode = 'SM11AA';

const result = (data: readonly object[], has_more: boolean) => ({
  object: 'search_result',
  data,
  has_more,
  next_page: null,
  url: '/v1/payment_intents/search',
});

@Controller('v1/payment_intents')
export class PaymentIntentsController {
  constructor(
    private readonly calls: StripeCalls,
    private readonly resources: Resources,
  ) {}

  @Post()
  create(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('payment', request, reply, (call) =>
      this.resources.parse(call, params.createIntent, (input): ParsedCall => {
        const { amount, currency, expand } = input;
        const details = detailsOf(call, { amount, currency, ...this.resources.paymentMethodDetails(call, input) });
        return { details, expand, decide: (context) => createIntent(input, context) };
      }),
    );
  }

  @Get()
  list(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('lookup', request, reply, (call) =>
      this.resources.parse(call, listIntents, (input) => {
        const all = this.resources.objects.all('payment_intent', call.account);
        const matching = all.filter(({ customer }) => input.customer === undefined || input.customer === customer);
        return this.resources.list(call, '/v1/payment_intents', matching, input);
      }),
    );
  }

  @Get('search')
  search(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('lookup', request, reply, (call) =>
      this.resources.parse(call, search, (input): ParsedCall => {
        const clauses = readQuery(input.query);
        if (!clauses) {
          return { refusal: invalidRequest('We were unable to parse your search query.', { param: 'query' }) };
        }
        const order = clauses.find(({ path, negated }) => !negated && path.join('.') === 'metadata.order_id')?.value;
        const candidates =
          order === undefined
            ? this.resources.objects.all('payment_intent', call.account)
            : this.resources.objects.intentsOfOrder(call.account, order);
        const found = candidates.filter((intent) => matchesClauses(this.resources.view(intent), clauses)).reverse();
        const data = found.slice(0, input.limit ?? 10);
        const expand = (input.expand ?? []).map((path) => path.replace(/^data\./, ''));
        return {
          details: detailsOf(call, { paymentId: data[0]?.id ?? null, reference: order ?? null }),
          show: () =>
            result(
              data.map((intent) => this.resources.view(intent, expand)),
              found.length > data.length,
            ),
          hidden: () => result([], false),
        };
      }),
    );
  }

  @Get(':id')
  retrieve(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('lookup', request, reply, (call) =>
      this.resources.parse(call, nothing.extend({ client_secret: search.shape.page }), ({ expand }) =>
        this.resources.withObject(call, 'payment_intent', id, (intent) =>
          this.resources.retrieve(call, intent, expand),
        ),
      ),
    );
  }

  @Post(':id')
  update(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('account', request, reply, (call) =>
      this.resources.parse(call, params.updateIntent, (input) =>
        this.resources.withObject(call, 'payment_intent', id, (intent) => ({
          details: detailsOf(call, { paymentId: id, currency: intent.currency }),
          expand: input.expand,
          decide: (context) => updateIntent(intent, input, context),
        })),
      ),
    );
  }

  @Post(':id/confirm')
  confirm(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('payment', request, reply, (call) =>
      this.resources.parse(call, params.confirmIntent, (input) =>
        this.resources.withObject(
          call,
          'payment_intent',
          id,
          ({ amount, currency, metadata, paymentMethod }): ParsedCall => {
            const named = { ...input, payment_method: input.payment_method ?? paymentMethod ?? undefined };
            const reference = metadata['order_id'] ?? call.reference;
            const details = {
              paymentId: id,
              amount,
              currency,
              reference,
              ...this.resources.paymentMethodDetails(call, named),
            };
            return {
              details: detailsOf(call, details),
              expand: input.expand,
              decide: (context) => confirmIntent(this.resources.objects.get('payment_intent', id), input, context),
            };
          },
        ),
      ),
    );
  }

  @Post(':id/capture')
  capture(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('capture', request, reply, (call) =>
      this.resources.parse(call, params.captureIntent, (input) =>
        this.resources.withObject(call, 'payment_intent', id, ({ currency, amountCapturable }) => ({
          details: detailsOf(call, { paymentId: id, currency, amount: input.amount_to_capture ?? amountCapturable }),
          expand: input.expand,
          decide: (context) => captureIntent(this.resources.objects.get('payment_intent', id), input, context),
        })),
      ),
    );
  }

  @Post(':id/cancel')
  cancel(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('void', request, reply, (call) =>
      this.resources.parse(call, params.cancelIntent, ({ cancellation_reason: reason, expand }) =>
        this.resources.withObject(call, 'payment_intent', id, ({ currency }) => ({
          details: detailsOf(call, { paymentId: id, currency }),
          expand,
          decide: (context) => cancelIntent(this.resources.objects.get('payment_intent', id), reason ?? null, context),
        })),
      ),
    );
  }

  @Post(':id/increment_authorization')
  increment(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('incremental', request, reply, (call) =>
      this.resources.parse(call, params.incrementIntent, (input) =>
        this.resources.withObject(call, 'payment_intent', id, ({ currency }) => ({
          details: detailsOf(call, { paymentId: id, currency, amount: input.amount }),
          expand: input.expand,
          decide: (context) => incrementIntent(this.resources.objects.get('payment_intent', id), input, context),
        })),
      ),
    );
  }

  @Post(':id/verify_microdeposits')
  verify(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('payment', request, reply, (call) =>
      this.resources.parse(call, params.verifyMicrodeposits, ({ amounts, descriptor_code: code, expand }) =>
        this.resources.withObject(call, 'payment_intent', id, (intent) => ({
          details: detailsOf(call, { paymentId: id, currency: intent.currency, reference: intent.reference }),
          expand,
          decide: (context) => {
            const right = amounts?.join(',') === rightDeposits || code === rightCode;
            if (right && intent.nextAction?.type === 'verify_with_microdeposits')
              return completePage(intent, true, context);
            return refused(
              invalidRequest(
                'The amounts or the descriptor code provided do not match those sent to the bank account.',
                {
                  code: 'payment_method_microdeposit_verification_amounts_mismatch',
                },
              ),
            );
          },
        })),
      ),
    );
  }
}
