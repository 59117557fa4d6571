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
import type { Understood } from './call';
import { factsOf } from './call';
import { Desk } from './desk';
import { meets, readQuery } from './lists';
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
    private readonly desk: Desk,
  ) {}

  @Post()
  create(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('payment', request, reply, (call) =>
      this.desk.read(call, params.createIntent, (given): Understood => {
        const { amount, currency, expand } = given;
        const facts = factsOf(call, { amount, currency, ...this.desk.methodFacts(call, given) });
        return { facts, expand, decide: (bench) => createIntent(given, bench) };
      }),
    );
  }

  @Get()
  list(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('lookup', request, reply, (call) =>
      this.desk.read(call, listIntents, (given) => {
        const all = this.desk.objects.all('payment_intent', call.account);
        const wanted = all.filter(({ customer }) => given.customer === undefined || given.customer === customer);
        return this.desk.listed(call, '/v1/payment_intents', wanted, given);
      }),
    );
  }

  @Get('search')
  search(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('lookup', request, reply, (call) =>
      this.desk.read(call, search, (given): Understood => {
        const clauses = readQuery(given.query);
        if (!clauses) {
          return { refusal: invalidRequest('We were unable to parse your search query.', { param: 'query' }) };
        }
        const order = clauses.find(({ path, negated }) => !negated && path.join('.') === 'metadata.order_id')?.value;
        const candidates =
          order === undefined
            ? this.desk.objects.all('payment_intent', call.account)
            : this.desk.objects.intentsOfOrder(call.account, order);
        const found = candidates.filter((intent) => meets(this.desk.view(intent), clauses)).reverse();
        const data = found.slice(0, given.limit ?? 10);
        const expand = (given.expand ?? []).map((path) => path.replace(/^data\./, ''));
        return {
          facts: factsOf(call, { paymentId: data[0]?.id ?? null, reference: order ?? null }),
          show: () =>
            result(
              data.map((intent) => this.desk.view(intent, expand)),
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
      this.desk.read(call, nothing.extend({ client_secret: search.shape.page }), ({ expand }) =>
        this.desk.on(call, 'payment_intent', id, (intent) => this.desk.shown(call, intent, expand)),
      ),
    );
  }

  @Post(':id')
  update(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('account', request, reply, (call) =>
      this.desk.read(call, params.updateIntent, (given) =>
        this.desk.on(call, 'payment_intent', id, (intent) => ({
          facts: factsOf(call, { paymentId: id, currency: intent.currency }),
          expand: given.expand,
          decide: (bench) => updateIntent(intent, given, bench),
        })),
      ),
    );
  }

  @Post(':id/confirm')
  confirm(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('payment', request, reply, (call) =>
      this.desk.read(call, params.confirmIntent, (given) =>
        this.desk.on(call, 'payment_intent', id, ({ amount, currency, metadata, paymentMethod }): Understood => {
          const named = { ...given, payment_method: given.payment_method ?? paymentMethod ?? undefined };
          const reference = metadata['order_id'] ?? call.reference;
          const facts = { paymentId: id, amount, currency, reference, ...this.desk.methodFacts(call, named) };
          return {
            facts: factsOf(call, facts),
            expand: given.expand,
            decide: (bench) => confirmIntent(this.desk.objects.get('payment_intent', id), given, bench),
          };
        }),
      ),
    );
  }

  @Post(':id/capture')
  capture(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('capture', request, reply, (call) =>
      this.desk.read(call, params.captureIntent, (given) =>
        this.desk.on(call, 'payment_intent', id, ({ currency, amountCapturable }) => ({
          facts: factsOf(call, { paymentId: id, currency, amount: given.amount_to_capture ?? amountCapturable }),
          expand: given.expand,
          decide: (bench) => captureIntent(this.desk.objects.get('payment_intent', id), given, bench),
        })),
      ),
    );
  }

  @Post(':id/cancel')
  cancel(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('void', request, reply, (call) =>
      this.desk.read(call, params.cancelIntent, ({ cancellation_reason: reason, expand }) =>
        this.desk.on(call, 'payment_intent', id, ({ currency }) => ({
          facts: factsOf(call, { paymentId: id, currency }),
          expand,
          decide: (bench) => cancelIntent(this.desk.objects.get('payment_intent', id), reason ?? null, bench),
        })),
      ),
    );
  }

  @Post(':id/increment_authorization')
  increment(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('incremental', request, reply, (call) =>
      this.desk.read(call, params.incrementIntent, (given) =>
        this.desk.on(call, 'payment_intent', id, ({ currency }) => ({
          facts: factsOf(call, { paymentId: id, currency, amount: given.amount }),
          expand: given.expand,
          decide: (bench) => incrementIntent(this.desk.objects.get('payment_intent', id), given, bench),
        })),
      ),
    );
  }

  @Post(':id/verify_microdeposits')
  verify(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('payment', request, reply, (call) =>
      this.desk.read(call, params.verifyMicrodeposits, ({ amounts, descriptor_code: code, expand }) =>
        this.desk.on(call, 'payment_intent', id, (intent) => ({
          facts: factsOf(call, { paymentId: id, currency: intent.currency, reference: intent.reference }),
          expand,
          decide: (bench) => {
            const right = amounts?.join(',') === rightDeposits || code === rightCode;
            if (right && intent.nextAction?.type === 'verify_with_microdeposits')
              return completePage(intent, true, bench);
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
