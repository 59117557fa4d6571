import { defineProcessor } from '../../kit/processor';
import { TestProcessorModule } from './test-processor.module';

/** The processor of all test connectors: phonypay, fauxpay, stripe_test and the others name themselves in each call. */
export const testProcessor = defineProcessor({
  name: 'test-processor',
  settings: {},
  module: () => ({ module: TestProcessorModule }),
});
