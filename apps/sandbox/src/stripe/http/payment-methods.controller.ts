import { Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { moment } from '../../ledger/journal';
import { cardFacts, cardProblem, testCardFacts } from '../cards/card-facts';
import { attachMethod, detachMethod } from '../decide/customers';
import { changedMetadata, kept, refused } from '../decide/decision';
import { findMethod, makeMethod, newToken } from '../decide/make-method';
import { missingParam } from '../errors';
import type { PaymentMethod } from '../objects/records';
import * as params from '../params/method-params';
import { listMethods, nothing } from '../params/other-params';
import { factsOf } from './call';
import { Desk } from './desk';
import { StripeCalls } from './stripe-calls';

/** The card behind a wallet's sealed payload: ours cannot be opened, and always holds this one. */
const walletNumber = '4242424242424242';

@Controller('v1')
export class PaymentMethodsController {
  constructor(
    private readonly calls: StripeCalls,
    private readonly desk: Desk,
  ) {}

  @Post('payment_methods')
  create(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('tokenize', request, reply, (call) =>
      this.desk.read(call, params.createMethod, (given) => ({
        facts: factsOf(call, this.desk.methodFacts(call, { payment_method_data: given })),
        expand: given.expand,
        decide: (bench) => {
          const read = makeMethod(given, bench);
          return 'refusal' in read ? refused(read.refusal) : kept(read.value);
        },
      })),
    );
  }

  @Get('payment_methods')
  list(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('customer', request, reply, (call) =>
      this.desk.read(call, listMethods, (given) => {
        const wanted = this.desk.objects
          .all('payment_method', call.account)
          .filter(({ customer }) => customer !== null && (given.customer === undefined || given.customer === customer))
          .filter(({ type }) => given.type === undefined || given.type === type);
        return this.desk.listed(call, '/v1/payment_methods', wanted, given);
      }),
    );
  }

  @Get('payment_methods/:id')
  retrieve(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('customer', request, reply, (call) =>
      this.desk.read(call, nothing, ({ expand }) =>
        this.desk.on(call, 'payment_method', id, (method) => this.desk.shown(call, method, expand)),
      ),
    );
  }

  @Post('payment_methods/:id')
  update(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('customer', request, reply, (call) =>
      this.desk.read(call, params.updateMethod, (given) =>
        this.desk.on(call, 'payment_method', id, (method) => {
          const { card: typed } = given;
          const card: PaymentMethod['card'] = method.card && {
            ...method.card,
            expMonth: typed?.exp_month ?? method.card.expMonth,
            expYear: typed?.exp_year ?? method.card.expYear,
          };
          const metadata = changedMetadata(method.metadata, given.metadata);
          const billing = given.billing_details ?? method.billing;
          return {
            facts: factsOf(call),
            expand: given.expand,
            decide: () => kept({ ...method, card, metadata, billing }, 'payment_method.updated'),
          };
        }),
      ),
    );
  }

  @Post('payment_methods/:id/attach')
  attach(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('customer', request, reply, (call) =>
      this.desk.read(call, params.attachMethod, ({ customer, expand }) => ({
        facts: factsOf(call),
        expand,
        decide: (bench) => {
          const read = findMethod(id, bench);
          return 'refusal' in read ? refused(read.refusal) : attachMethod(read.value, customer, bench);
        },
      })),
    );
  }

  @Post('payment_methods/:id/detach')
  detach(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('customer', request, reply, (call) =>
      this.desk.read(call, nothing, ({ expand }) =>
        this.desk.on(call, 'payment_method', id, (method) => ({
          facts: factsOf(call),
          expand,
          decide: () => detachMethod(method),
        })),
      ),
    );
  }

  @Post('tokens')
  token(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('tokenize', request, reply, (call) =>
      this.desk.read(call, params.createToken, ({ card, pk_token: sealed, expand }) => ({
        facts: factsOf(call, card ? { card: card.number } : {}),
        expand,
        decide: (bench) => {
          const { nowMs } = moment();
          if (sealed !== undefined) {
            const facts = { ...testCardFacts(walletNumber, nowMs), wallet: 'apple_pay' as const, hasCvc: false };
            return kept(newToken(facts, null, bench));
          }
          if (!card) return refused(missingParam('card'));
          const wallet = card.tokenization_method;
          const facts = cardFacts(card, wallet === 'android_pay' ? 'google_pay' : (wallet ?? null));
          const problem = cardProblem(card, nowMs);
          return problem ? refused(problem) : kept(newToken(facts, card.name ?? null, bench));
        },
      })),
    );
  }
}
