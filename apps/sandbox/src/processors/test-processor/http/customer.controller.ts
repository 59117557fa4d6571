import { Controller, Get, HttpCode, Inject, Param, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { SandboxSettings } from '../../../kit/settings';
import { sandboxSettings } from '../../../kit/settings';
import { invalidLinkPage } from '../../../kit/pages/bank-pages';
import { sendPage } from '../../../kit/pages/page';
import { qrCodeSvg } from '../../../kit/pages/qr-code';
import { customerUrls } from '../customer-paths';
import { playedMethods } from '../methods/plays';
import { PaymentPages } from '../payment-pages';
import { urlPrefix } from '../url-prefix';

/** What the customer's browser or device opens besides the page with the choice, and the table of payment methods. */
@Controller(urlPrefix)
export class CustomerController {
  constructor(
    private readonly pages: PaymentPages,
    @Inject(sandboxSettings) private readonly settings: SandboxSettings,
  ) {}

  /** The QR code that leads a phone to the page of the open step. */
  @Get('qr-code/:key')
  qrCode(@Param('key') key: string, @Res() reply: FastifyReply): void {
    if (!this.pages.find(key)) return sendPage(reply, invalidLinkPage());
    const image = qrCodeSvg(customerUrls(this.settings.publicUrl, key).page);
    void reply.header('cache-control', 'no-store').type('image/svg+xml').send(image);
  }

  /** The post of a hidden frame: the bank knows the device, and approves the payment. */
  @Post('device-fingerprint/:key')
  @HttpCode(204)
  async deviceFingerprint(@Param('key') key: string): Promise<void> {
    await this.pages.findFrame(key)?.complete(true);
  }

  @Get('payment-methods')
  paymentMethods(): object {
    return {
      payment_methods: playedMethods.map((row) => ({
        payment_method: row.paymentMethod,
        payment_method_type: row.paymentMethodType,
        data_key: row.dataKey,
        data_name: row.dataName,
        next_action: row.nextAction,
        settles: row.settles,
      })),
    };
  }
}
