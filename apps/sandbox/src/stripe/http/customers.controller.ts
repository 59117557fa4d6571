import { Controller, Delete, Get, Param, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createCustomer, deleteCustomer, updateCustomer } from '../decide/customers';
import * as params from '../params/other-params';
import type { Understood } from './call';
import { factsOf } from './call';
import { Desk } from './desk';
import { StripeCalls } from './stripe-calls';

@Controller('v1/customers')
export class CustomersController {
  constructor(
    private readonly calls: StripeCalls,
    private readonly desk: Desk,
  ) {}

  @Post()
  create(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('customer', request, reply, (call) =>
      this.desk.read(call, params.createCustomer, (given) => ({
        facts: factsOf(call),
        expand: given.expand,
        decide: (bench) => createCustomer(given, bench),
      })),
    );
  }

  @Get()
  list(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('customer', request, reply, (call) =>
      this.desk.read(call, params.listCustomers, (given) => {
        const wanted = this.desk.objects
          .all('customer', call.account)
          .filter(({ email, deleted }) => !deleted && (given.email === undefined || given.email === email));
        return this.desk.listed(call, '/v1/customers', wanted, given);
      }),
    );
  }

  /** A deleted customer is still shown, as deleted. */
  @Get(':id')
  retrieve(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('customer', request, reply, (call) =>
      this.desk.read(call, params.nothing, ({ expand }): Understood => {
        const customer = this.desk.objects.find('customer', call.account, id);
        if (customer?.deleted) return this.desk.shown(call, customer, expand);
        return this.desk.on(call, 'customer', id, (known) => this.desk.shown(call, known, expand));
      }),
    );
  }

  @Post(':id')
  update(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('customer', request, reply, (call) =>
      this.desk.read(call, params.updateCustomer, (given) =>
        this.desk.on(call, 'customer', id, (customer) => ({
          facts: factsOf(call),
          expand: given.expand,
          decide: () => updateCustomer(customer, given),
        })),
      ),
    );
  }

  @Delete(':id')
  remove(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('customer', request, reply, (call) =>
      this.desk.on(call, 'customer', id, (customer) => ({
        facts: factsOf(call),
        decide: () => deleteCustomer(customer),
      })),
    );
  }

  @Get(':id/payment_methods')
  methods(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.calls.run('customer', request, reply, (call) =>
      this.desk.read(call, params.listMethods, (given) =>
        this.desk.on(call, 'customer', id, () => {
          const wanted = this.desk.objects
            .all('payment_method', call.account)
            .filter(({ customer, type }) => customer === id && (given.type === undefined || given.type === type));
          return this.desk.listed(call, `/v1/customers/${id}/payment_methods`, wanted, given);
        }),
      ),
    );
  }
}
