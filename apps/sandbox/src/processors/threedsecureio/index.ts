import { defineProcessor } from '../../kit/processor';
import { ThreedsecureioModule } from './threedsecureio.module';

/** An EMV 3-D Secure server with the issuer (ACS) of its test cards. */
export const threedsecureio = defineProcessor({
  name: 'threedsecureio',
  settings: {},
  module: () => ({ module: ThreedsecureioModule }),
});
