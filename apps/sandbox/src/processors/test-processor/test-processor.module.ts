import { Module } from '@nestjs/common';
import { callPipeline } from '../../kit/calls/call-pipeline';
import { endpointsController } from '../../kit/calls/endpoints';
import { hostedPagesController } from '../../kit/pages/hosted-pages';
import { faultResponses } from './http/answers';
import { DisputeControlController } from './disputes/control.controller';
import { DisputeCalls, disputeEndpoints } from './disputes/dispute-calls';
import { DisputeService } from './disputes/dispute.service';
import { Calls } from './http/calls';
import { CustomerController } from './http/customer.controller';
import { endpoints } from './http/endpoints';
import { ListCalls } from './lists/list-calls';
import { listEndpoints } from './lists/lists';
import { PaymentPages } from './payment-pages';
import { PaymentService } from './payment.service';
import { payoutEndpoints } from './payouts/endpoints';
import { PayoutCalls } from './payouts/payout-calls';
import { PayoutService } from './payouts/payout.service';
import { urlPrefix } from './url-prefix';

@Module({
  controllers: [
    endpointsController(urlPrefix, payoutEndpoints, PayoutCalls),
    endpointsController(urlPrefix, listEndpoints, ListCalls),
    endpointsController(urlPrefix, disputeEndpoints, DisputeCalls),
    DisputeControlController,
    endpointsController(urlPrefix, endpoints, Calls),
    CustomerController,
    hostedPagesController(urlPrefix, PaymentPages),
  ],
  providers: [
    PaymentService,
    PaymentPages,
    Calls,
    PayoutService,
    PayoutCalls,
    DisputeService,
    DisputeCalls,
    ListCalls,
    callPipeline(faultResponses),
  ],
})
export class TestProcessorModule {}
