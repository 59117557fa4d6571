import type { Processor } from '../kit/processor';
import { adyenplatform } from './adyenplatform';
import { applePay } from './apple-pay';
import { stripe } from './stripe';
import { testProcessor } from './test-processor';
import { threedsecureio } from './threedsecureio';
import { tokenService } from './token-service';
import { wise } from './wise';

/** All simulated processors. A new one is a folder beside these and a line here. */
export const processors: readonly Processor[] = [
  testProcessor,
  stripe,
  adyenplatform,
  applePay,
  threedsecureio,
  tokenService,
  wise,
];
