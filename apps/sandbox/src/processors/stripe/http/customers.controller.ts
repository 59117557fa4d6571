import { Controller, Delete, Get, Param, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createCustomer, deleteCustomer, updateCustomer } from '../decide/customers';
import * as params from '../params/other-params';
import type { ParsedCall } from './stripe-call';
import { detailsOf } from './stripe-call';
import { Resources } from './resources';
import { StripeCalls } from './stripe-calls';

@Controller('v1/customers')
export class CustomersController {
  constructor(
    private readonly calls: StripeCalls,
    private readonly resources: Resources,
  ) {}

  @Post()
  create(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('customer', request, reply, (call) =>
      this.resources.parse(call, params.createCustomer, (input) => ({
        details: detailsOf(call),
        expand: input.expand,
        decide: (context) => createCustomer(input, context),
      })),
    );
  }

  @Get()
  list(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('customer', request, reply, (call) =>
      this.resources.parse(call, params.listCustomers, (input) => {
        const matching = this.resources.objects
          .all('customer', call.account)
          .filter(({ email, deleted }) => !deleted && (input.email === undefined || input.email === email));
        return this.resources.list(call, '/v1/customers', matching, input);
      }),
    );
  }

  /** A deleted customer is still returned, marked as deleted. */
  @Get(':id')
  retrieve(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('customer', request, reply, (call) =>
      this.resources.parse(call, params.nothing, ({ expand }): ParsedCall => {
        const customer = this.resources.objects.find('customer', call.account, id);
        if (customer?.deleted) return this.resources.retrieve(call, customer, expand);
        return this.resources.withObject(call, 'customer', id, (known) => this.resources.retrieve(call, known, expand));
      }),
    );
  }

  @Post(':id')
  update(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('customer', request, reply, (call) =>
      this.resources.parse(call, params.updateCustomer, (input) =>
        this.resources.withObject(call, 'customer', id, (customer) => ({
          details: detailsOf(call),
          expand: input.expand,
          decide: () => updateCustomer(customer, input),
        })),
      ),
    );
  }

  @Delete(':id')
  remove(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('customer', request, reply, (call) =>
      this.resources.withObject(call, 'customer', id, (customer) => ({
        details: detailsOf(call),
        decide: () => deleteCustomer(customer),
      })),
    );
  }

  @Get(':id/payment_methods')
  methods(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('customer', request, reply, (call) =>
      this.resources.parse(call, params.listMethods, (input) =>
        this.resources.withObject(call, 'customer', id, () => {
          const matching = this.resources.objects
            .all('payment_method', call.account)
            .filter(({ customer, type }) => customer === id && (input.type === undefined || input.type === type));
          return this.resources.list(call, `/v1/customers/${id}/payment_methods`, matching, input);
        }),
      ),
    );
  }
}
