import { defineProcessor } from '../../kit/processor';
import { AdyenplatformModule } from './adyenplatform.module';
import { adyenErrors } from './errors';
import { variables } from './settings';

export const adyenplatform = defineProcessor({
  name: 'adyenplatform',
  settings: variables,
  errors: adyenErrors,
  module: (settings) => AdyenplatformModule.with(settings),
});
