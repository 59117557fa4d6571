// Imported by its own path, so that production bundles do not contain the test suite.
import { conformance } from '@payorch/connector-kit/conformance';
import authorize from './fixtures/authorize.json';
import sync from './fixtures/sync.json';
import { connectors } from './index';

conformance(connectors.acmepay, {
  folder: __dirname,
  details: { auth_type: 'BodyKey', api_key: 'sk_recorded', key1: 'm_recorded' },
  baseUrl: 'https://processor.example/v1',
  recordings: [authorize, sync],
});
