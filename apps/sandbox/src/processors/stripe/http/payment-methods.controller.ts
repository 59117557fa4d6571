import { Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { moment } from '../../../kit/moment';
import { cardDetails, cardProblem, testCardDetails } from '../cards/card-details';
import { attachMethod, detachMethod } from '../decide/customers';
import { changedMetadata, stored, refused } from '../decide/decision';
import { findPaymentMethod, createPaymentMethod, newToken } from '../decide/payment-methods';
import { missingParam } from '../errors';
import type { PaymentMethod } from '../objects/records';
import * as params from '../params/method-params';
import { listMethods, nothing } from '../params/other-params';
import { detailsOf } from './stripe-call';
import { Resources } from './resources';
import { StripeCalls } from './stripe-calls';

/** The card of every wallet payload: the sandbox cannot decrypt payloads. */
const walletNumber = '4242424242424242';

@Controller('v1')
export class PaymentMethodsController {
  constructor(
    private readonly calls: StripeCalls,
    private readonly resources: Resources,
  ) {}

  @Post('payment_methods')
  create(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('tokenize', request, reply, (call) =>
      this.resources.parse(call, params.createMethod, (input) => ({
        details: detailsOf(call, this.resources.paymentMethodDetails(call, { payment_method_data: input })),
        expand: input.expand,
        decide: (context) => {
          const read = createPaymentMethod(input, context);
          return 'refusal' in read ? refused(read.refusal) : stored(read.value);
        },
      })),
    );
  }

  @Get('payment_methods')
  list(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('customer', request, reply, (call) =>
      this.resources.parse(call, listMethods, (input) => {
        const matching = this.resources.objects
          .all('payment_method', call.account)
          .filter(({ customer }) => customer !== null && (input.customer === undefined || input.customer === customer))
          .filter(({ type }) => input.type === undefined || input.type === type);
        return this.resources.list(call, '/v1/payment_methods', matching, input);
      }),
    );
  }

  @Get('payment_methods/:id')
  retrieve(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('customer', request, reply, (call) =>
      this.resources.parse(call, nothing, ({ expand }) =>
        this.resources.withObject(call, 'payment_method', id, (method) =>
          this.resources.retrieve(call, method, expand),
        ),
      ),
    );
  }

  @Post('payment_methods/:id')
  update(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('customer', request, reply, (call) =>
      this.resources.parse(call, params.updateMethod, (input) =>
        this.resources.withObject(call, 'payment_method', id, (method) => {
          const { card: typed } = input;
          const card: PaymentMethod['card'] = method.card && {
            ...method.card,
            expMonth: typed?.exp_month ?? method.card.expMonth,
            expYear: typed?.exp_year ?? method.card.expYear,
          };
          const metadata = changedMetadata(method.metadata, input.metadata);
          const billing = input.billing_details ?? method.billing;
          return {
            details: detailsOf(call),
            expand: input.expand,
            decide: () => stored({ ...method, card, metadata, billing }, 'payment_method.updated'),
          };
        }),
      ),
    );
  }

  @Post('payment_methods/:id/attach')
  attach(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('customer', request, reply, (call) =>
      this.resources.parse(call, params.attachMethod, ({ customer, expand }) => ({
        details: detailsOf(call),
        expand,
        decide: (context) => {
          const read = findPaymentMethod(id, context);
          return 'refusal' in read ? refused(read.refusal) : attachMethod(read.value, customer, context);
        },
      })),
    );
  }

  @Post('payment_methods/:id/detach')
  detach(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('customer', request, reply, (call) =>
      this.resources.parse(call, nothing, ({ expand }) =>
        this.resources.withObject(call, 'payment_method', id, (method) => ({
          details: detailsOf(call),
          expand,
          decide: () => detachMethod(method),
        })),
      ),
    );
  }

  @Post('tokens')
  token(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('tokenize', request, reply, (call) =>
      this.resources.parse(call, params.createToken, ({ card, pk_token: sealed, expand }) => ({
        details: detailsOf(call, card ? { card: card.number } : {}),
        expand,
        decide: (context) => {
          const { nowMs } = moment();
          if (sealed !== undefined) {
            const details = { ...testCardDetails(walletNumber, nowMs), wallet: 'apple_pay' as const, hasCvc: false };
            return stored(newToken(details, null, context));
          }
          if (!card) return refused(missingParam('card'));
          const wallet = card.tokenization_method;
          const details = cardDetails(card, wallet === 'android_pay' ? 'google_pay' : (wallet ?? null));
          const problem = cardProblem(card, nowMs);
          return problem ? refused(problem) : stored(newToken(details, card.name ?? null, context));
        },
      })),
    );
  }
}
