/**
 * Test material, valid until 2126: the certificate and the key of the merchant that the sandbox's Apple Pay knows, base64 of PEM. Apple
 * itself knows no such merchant.
 */
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

/** Settings of Apple Pay for a shop on the web, in `connector_wallets_details`. */
export const applePayOfShop = {
  apple_pay_combined: {
    manual: {
      payment_request_data: {
        label: 'Example shop',
        supported_networks: ['visa', 'masterCard'],
        merchant_capabilities: ['supports3DS'],
      },
      session_token_data: {
        certificate,
        certificate_keys: certificateKeys,
        merchant_identifier: 'merchant.example.acme',
        display_name: 'Example shop',
        initiative: 'web',
        initiative_context: 'shop.example',
        merchant_business_country: 'FR',
        payment_processing_details_at: 'Connector',
      },
    },
  },
};
