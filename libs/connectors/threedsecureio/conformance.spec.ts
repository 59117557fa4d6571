// Imported by its own path, so that production bundles do not contain the test suite.
import { conformance } from '@payorch/connector-kit/conformance';
import authenticate from './fixtures/authenticate.json';
import authenticationSync from './fixtures/authentication-sync.json';
import preAuthenticate from './fixtures/pre-authenticate.json';
import { connectors } from './index';

conformance(connectors.threedsecureio, {
  folder: __dirname,
  details: { auth_type: 'HeaderKey', api_key: 'key_recorded' },
  metadata: {
    mcc: '5411',
    merchant_country_code: '840',
    merchant_name: 'Acme',
    acquirer_bin: '400000',
    acquirer_merchant_id: 'acme_1',
  },
  baseUrl: 'https://3ds.example',
  recordings: [preAuthenticate, authenticate, authenticationSync],
});
