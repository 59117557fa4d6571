import { Module } from '@nestjs/common';
import { callPipeline } from '../../kit/calls/call-pipeline';
import { hostedPagesController } from '../../kit/pages/hosted-pages';
import { faultResponses } from './http/answers';
import { Calls } from './http/calls';
import { CustomerController } from './http/customer.controller';
import { OrdersController } from './http/orders.controller';
import { PaymentsController } from './http/payments.controller';
import { RefundsController } from './http/refunds.controller';
import { PaymentPages } from './payment-pages';
import { PaymentService } from './payment.service';
import { urlPrefix } from './url-prefix';

@Module({
  controllers: [
    PaymentsController,
    OrdersController,
    RefundsController,
    CustomerController,
    hostedPagesController(urlPrefix, PaymentPages),
  ],
  providers: [PaymentService, PaymentPages, Calls, callPipeline(faultResponses)],
})
export class TestProcessorModule {}
