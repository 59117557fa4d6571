/** Test material: the certificate that the sandbox's Apple Pay issued to the merchant, base64 of PEM. */
const certificate =
  'LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCk1JSUI3akNDQVpXZ0F3SUJBZ0lVUDEzUUg3R09TdE0raGwrYTdHYW5TZStBZGtJd0NnWUlLb1pJ' +
  'emowRUF3SXcKTERFcU1DZ0dBMVVFQXd3aGNHRjViM0pqYUNCellXNWtZbTk0TENCMFpYTjBJR05sY25ScFptbGpZWFJsTUNBWApEVEkyTVRFeU16' +
  'RXhNelF4TlZvWUR6SXhNalV3TmpFM01URXpOREUxV2pCUU1TVXdJd1lLQ1pJbWlaUHlMR1FCCkFRd1ZiV1Z5WTJoaGJuUXVaWGhoYlhCc1pTNWhZ' +
  'MjFsTVNjd0pRWURWUVFEREI1d1lYbHZjbU5vSUhSbGMzUWcKYldWeVkyaGhiblFnYVdSbGJuUnBkSGt3V1RBVEJnY3Foa2pPUFFJQkJnZ3Foa2pP' +
  'UFFNQkJ3TkNBQVFwYlpOawp6dWVoeFdmQXpVOU9vaHJwa01jVGQrTW9uVko2STg5RXJVNUNwdjlYbWt4eXcyTmlzRUphSkljZFVrdlRKc0l2Ck1p' +
  'T3FENFEzL3JhMmtrcElvMjh3YlRBSkJnTlZIUk1FQWpBQU1Bc0dBMVVkRHdRRUF3SUhnREFUQmdOVkhTVUUKRERBS0JnZ3JCZ0VGQlFjREFqQWRC' +
  'Z05WSFE0RUZnUVVJdk55K1ZnRERJT0tZdUxhdHVkS1ZzV2pGeTh3SHdZRApWUjBqQkJnd0ZvQVVYL3lEVDFMNjV6Y0h4a2dlZk9HNG12YnlVOXd3' +
  'Q2dZSUtvWkl6ajBFQXdJRFJ3QXdSQUlnClJTVHJhUmpvUUpPY3VCazBwVHZYVkhTK3lKZURHVHQ1VmJJdWxpUVR0b1VDSUhHODJNYUhKL1dPb1pC' +
  'UURsRnYKYWRybkw4UFJINk1aTmxSMmpsWCs5SzhyCi0tLS0tRU5EIENFUlRJRklDQVRFLS0tLS0K';
const certificateKeys =
  'LS0tLS1CRUdJTiBQUklWQVRFIEtFWS0tLS0tCk1JR0hBZ0VBTUJNR0J5cUdTTTQ5QWdFR0NDcUdTTTQ5QXdFSEJHMHdhd0lCQVFRZ2FsRmlJSjJz' +
  'aU1hSzM3M3IKWDZxQXEwYmNTQThFb01CYXIxSVRrb2Nxc0pXaFJBTkNBQVFwYlpOa3p1ZWh4V2ZBelU5T29ocnBrTWNUZCtNbwpuVko2STg5RXJV' +
  'NUNwdjlYbWt4eXcyTmlzRUphSkljZFVrdlRKc0l2TWlPcUQ0UTMvcmEya2twSQotLS0tLUVORCBQUklWQVRFIEtFWS0tLS0tCg==';

/** The one merchant that the sandbox's Apple Pay knows. */
export const testMerchantIdentity = {
  certificate,
  certificate_keys: certificateKeys,
  merchant_identifier: 'merchant.example.acme',
} as const;

/** Test material: a certificate for the same merchant, which the sandbox's Apple Pay did not issue. */
export const foreignMerchantIdentity = {
  certificate:
    'LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCk1JSUI4ekNDQVptZ0F3SUJBZ0lVYTJnTXJHQWxEWGd5UDAwTyswTlRWa2JOUHJRd0NnWUlLb1pJ' +
    'emowRUF3SXcKVGpFbE1DTUdDZ21TSm9tVDhpeGtBUUVNRlcxbGNtTm9ZVzUwTG1WNFlXMXdiR1V1WVdOdFpURWxNQ01HQTFVRQpBd3djY0dGNWIz' +
    'SmphQ0IwWlhOMExDQmhibTkwYUdWeUlHbHpjM1ZsY2pBZ0Z3MHlOakV4TWpNeE1qQTFNVE5hCkdBOHlNVEkyTVRBek1ERXlNRFV4TTFvd1RqRWxN' +
    'Q01HQ2dtU0pvbVQ4aXhrQVFFTUZXMWxjbU5vWVc1MExtVjQKWVcxd2JHVXVZV050WlRFbE1DTUdBMVVFQXd3Y2NHRjViM0pqYUNCMFpYTjBMQ0Jo' +
    'Ym05MGFHVnlJR2x6YzNWbApjakJaTUJNR0J5cUdTTTQ5QWdFR0NDcUdTTTQ5QXdFSEEwSUFCSVV0R2dGK2g1S1dCQnBUa0ZpOHN0UG9IMUJ4Ci9n' +
    'ejNudjJuMDdQZjhtSDBRUDV3QmJCNDJvVkVNUjM4bklrVTUxR2s3cDNJY2p4aGtxMklIaTJvSjMyalV6QlIKTUIwR0ExVWREZ1FXQkJTZktZTFBM' +
    'TmFVbHd2WldQTUFUa29JMEJkc29UQWZCZ05WSFNNRUdEQVdnQlNmS1lMUApMTmFVbHd2WldQTUFUa29JMEJkc29UQVBCZ05WSFJNQkFmOEVCVEFE' +
    'QVFIL01Bb0dDQ3FHU000OUJBTUNBMGdBCk1FVUNJUUNqaFlQT1RGZUg1ZTFxOXl6dERZNDdDcmhHNzZrb3o0cnViSjZhU0xxQ0RBSWdBM3c3VVBJ' +
    'MXdsTUIKSjR6czRuYml3ME9kVlo4QXB3WWpSaFdvTVhYSTJaOD0KLS0tLS1FTkQgQ0VSVElGSUNBVEUtLS0tLQo=',
  certificate_keys:
    'LS0tLS1CRUdJTiBQUklWQVRFIEtFWS0tLS0tCk1JR0hBZ0VBTUJNR0J5cUdTTTQ5QWdFR0NDcUdTTTQ5QXdFSEJHMHdhd0lCQVFRZ1RrZmRQZGF0' +
    'QmlSaDFsTjcKQ3k5QmJiNlBFRGxiZ1Awci9wazFtZy9JYjV1aFJBTkNBQVNGTFJvQmZvZVNsZ1FhVTVCWXZMTFQ2QjlRY2Y0TQo5NTc5cDlPejMv' +
    'Smg5RUQrY0FXd2VOcUZSREVkL0p5SkZPZFJwTzZkeUhJOFlaS3RpQjR0cUNkOQotLS0tLUVORCBQUklWQVRFIEtFWS0tLS0tCg==',
} as const;

/** `connector_wallets_details` of a shop on the web; `change` replaces fields of its session data. */
export const applePayOnTheWeb = (domain: string, change: object = {}) => ({
  apple_pay_combined: {
    manual: {
      payment_request_data: { label: 'Acme', supported_networks: ['visa'], merchant_capabilities: ['supports3DS'] },
      session_token_data: {
        ...testMerchantIdentity,
        display_name: 'Acme',
        initiative: 'web',
        initiative_context: domain,
        merchant_business_country: 'FR',
        payment_processing_details_at: 'Connector',
        ...change,
      },
    },
  },
});
