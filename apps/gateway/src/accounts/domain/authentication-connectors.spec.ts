import { authenticationOf, checkAuthenticationConnectors } from './authentication-connectors';
import { checkRequiredMetadata } from './connectors/connector-metadata';
import { profileDefaults } from './profile';

const details = { authentication_connectors: ['threedsecureio'], three_ds_requestor_url: 'https://acme.example' };
const profile = (authentication_connector_details?: object | null) =>
  ({ details: { ...profileDefaults, authentication_connector_details } }) as never;

describe('authentication_connector_details', () => {
  it.each([[undefined], [null], [details], [{ ...details, three_ds_requestor_app_url: 'app://acme' }]])(
    '%j is accepted',
    (sent) => expect(checkAuthenticationConnectors(sent)).toBeUndefined(),
  );

  it.each([
    [{ three_ds_requestor_url: 'javascript:alert(1)' }, 'three_ds_requestor_url'],
    [{ three_ds_requestor_url: '' }, 'three_ds_requestor_url'],
    [{ authentication_connectors: [] }, 'authentication_connectors'],
  ])('%j is refused', (changes, field) =>
    expect(checkAuthenticationConnectors({ ...details, ...changes })).toMatchObject({
      code: 'value_not_allowed',
      details: { field: `authentication_connector_details.${field}` },
    }),
  );

  it('is published for the services; null without one', () => {
    expect(authenticationOf(profile(details))).toEqual({
      connectors: ['threedsecureio'],
      requestorUrl: 'https://acme.example',
      requestorAppUrl: null,
    });
    expect([authenticationOf(profile()), authenticationOf(profile(null))]).toEqual([null, null]);
  });
});

describe('the metadata that a connector needs', () => {
  it('is that of the request, else the stored one', () => {
    expect(checkRequiredMetadata(['mcc'], { mcc: '5411' })).toBeUndefined();
    expect(checkRequiredMetadata(['mcc'], undefined, { mcc: '5411' })).toBeUndefined();
    expect(checkRequiredMetadata([], undefined)).toBeUndefined();
    for (const metadata of [undefined, null, {}, { mcc: '' }, { mcc: 5411 }])
      expect(checkRequiredMetadata(['mcc'], metadata)).toMatchObject({ details: { field: 'metadata.mcc' } });
    expect(checkRequiredMetadata(['mcc'], {}, { mcc: '5411' })).toMatchObject({ code: 'missing_param' });
  });
});
