import type { FieldWords } from './field-words';

/** Fields of a 3DS authentication before the payment. */
export const authenticationFields: FieldWords = {
  device_channel: 'Where the customer pays: `BRW` in a browser, `APP` in an app. `APP` is refused with 501.',
  sdk_information: 'The data of the 3DS SDK of an app. A browser sends none.',
  sdk_app_id: 'The id of the installed app.',
  sdk_enc_data: 'The data about the device, encrypted by the SDK.',
  sdk_ephem_pub_key: 'The public key of the SDK for this authentication, as a JSON web key.',
  sdk_trans_id: 'The id of the authentication in the SDK.',
  sdk_reference_number: 'The reference number of the SDK.',
  sdk_max_timeout: 'How long a challenge may take, in minutes.',
  sdk_type: 'The kind of the SDK, two digits.',
  device_details: 'The device of the customer.',
  device_type: 'The kind of the device, such as a phone.',
  device_brand: 'The brand of the device.',
  device_os: 'The operating system of the device.',
  device_display: 'The display of the device.',
  trans_status:
    'The result, one letter: `Y` and `A` continue the payment, `C` requires a challenge, the others fail it. `U` also stands for a result that is not known yet.',
  acs_url: 'The page of the issuer to which the browser posts `challenge_request`. Only for a challenge.',
  challenge_request: 'The challenge, as text for a form field. Only for a challenge.',
  challenge_request_key: 'The name of the form field for `challenge_request`.',
  acs_reference_number: 'The reference number of the authentication server of the issuer.',
  acs_trans_id: 'The id of the authentication at the server of the issuer.',
  three_dsserver_trans_id: 'The id of the authentication at the 3DS server.',
  acs_signed_content: 'The data for the challenge in an app, signed by the issuer.',
};
