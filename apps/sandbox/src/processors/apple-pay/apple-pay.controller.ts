import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { Body, Controller, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CallPipeline, noDetails } from '../../kit/calls/call-pipeline';
import { urlPrefix } from './answers';
import { firstDomainOf, merchantRegistration } from './merchant-registration';
import { domainOf, paymentSession } from './payment-session';

/** The merchant identifier of a verified certificate: Apple writes it into the subject. */
const certifiedBy = (socket: Socket): string | null =>
  socket instanceof TLSSocket && socket.authorized
    ? (/^UID=(.+)$/m.exec(socket.getPeerX509Certificate()?.subject ?? '')?.[1] ?? null)
    : null;

@Controller(urlPrefix)
export class ApplePayController {
  constructor(private readonly pipeline: CallPipeline) {}

  @Post('paymentSession')
  async create(@Body() body: unknown, @Req() { raw }: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const details = { ...noDetails, connector: 'apple_pay', reference: domainOf(body) };
    const certified = certifiedBy(raw.socket);
    await this.pipeline.run({ kind: 'merchant_validation', details, requestedFault: undefined }, reply, () => ({
      answer: paymentSession(certified, body, { nowMs: Date.now(), nonce: randomBytes(4).toString('hex') }),
    }));
  }

  @Post('registerMerchant')
  async register(@Body() body: unknown, @Req() { raw }: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const details = { ...noDetails, connector: 'apple_pay', reference: firstDomainOf(body) };
    const certified = certifiedBy(raw.socket);
    await this.pipeline.run({ kind: 'domain_registration', details, requestedFault: undefined }, reply, () => ({
      answer: merchantRegistration(certified, body),
    }));
  }
}
