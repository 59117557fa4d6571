import { defineProcessor } from '../../kit/processor';
import { ApplePayModule } from './apple-pay.module';
import { applePayErrors } from './answers';

export const applePay = defineProcessor({
  name: 'apple-pay',
  settings: {},
  errors: applePayErrors,
  module: () => ({ module: ApplePayModule }),
});
