import { defineProcessor } from '../../kit/processor';
import { stripeErrors } from './http/answers';
import { stripeVariables } from './settings';
import { StripeModule } from './stripe.module';

export const stripe = defineProcessor({
  name: 'stripe',
  settings: stripeVariables,
  errors: stripeErrors,
  module: (settings) => StripeModule.with(settings),
});
