import { defineProcessor } from '../../kit/processor';
import { tokenError } from './decide-token';
import { TokenServiceModule } from './token-service.module';
import { urlPrefix } from './tokens.calls';

/** A service that makes network tokens, with the card network behind it. */
export const tokenService = defineProcessor({
  name: 'token-service',
  settings: {},
  errors: { below: `/${urlPrefix}/`, answer: ({ status, message }) => tokenError(status, 'refused', message) },
  module: () => ({ module: TokenServiceModule }),
});
