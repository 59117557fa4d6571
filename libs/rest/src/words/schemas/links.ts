import type { SchemaWords } from './schema-words';

/** Payment links and hosted pages. */
export const linksSchemas: SchemaWords = {
  CustomMessage: 'A text of the merchant on a payment page, and whether it is shown.',
  CustomTerms: 'The terms that a payment page shows for a payment method type.',
  ElementPosition: 'Where a background image is placed on the page.',
  ElementSize: 'How large a background image is: `cover` or `contain`, a percentage, or pixels.',
  PaymentCreatePaymentLinkConfig:
    "The look and behaviour of the page of one payment. It takes precedence over the profile's.",
  PaymentLinkBackgroundImageConfig: 'The background image of a payment page: its address, place and size.',
  PaymentLinkConfigRequest:
    'The look and behaviour of a payment page: colours, texts, and what the customer can do on it.',
  PaymentLinkDomainCheck: 'What a check found at the two places of a proof.',
  PaymentLinkDomainCheckResponse: 'A domain of payment pages, and what a check of its proofs found.',
  PaymentLinkDomainFile: 'The file that proves a domain: where it is, and all that it contains.',
  PaymentLinkDomainListResponse: 'The domains of payment pages of a merchant.',
  PaymentLinkDomainProof:
    'What is at a place of a proof: the proof, nothing, something else, or no answer in time (also a redirect or a closed address).',
  PaymentLinkDomainRecord: 'The DNS record that proves a domain.',
  PaymentLinkDomainRequest: 'A domain under which payment pages are to answer.',
  PaymentLinkDomainResponse: 'A domain of payment pages, its status, and the proofs that its owner can place.',
  PaymentLinkDomainStatus:
    'Whether pages answer under a domain: `pending` before its first proof, `verified`, or `lapsed` after the proof was gone too long.',
  PaymentLinkDetailsLayout: 'Which of two layouts the details of the order have.',
  PaymentLinkResponse:
    "The addresses of the payment page, and the id of the link. The secure one is meant for a frame on the merchant's own site.",
  PaymentLinkSdkLabelType: 'Where the labels of fields are: above, inside until something is typed, or nowhere.',
  PaymentLinkShowSdkTerms: 'Whether the page shows terms: always, when the payment method needs them, or never.',
  PaymentLinkStatus: 'Whether the page of a payment can still be used.',
  PaymentLinkTransactionDetails: 'A line of details that the merchant adds to the page.',
  PaymentMethodsConfig: 'The texts that a payment page shows beside payment methods.',
  RetrievePaymentLinkResponse: 'A payment link: its address, its amount as a decimal, and when it expires.',
  SdkDisplayMode: "Whether the page shows its own text, the merchant's, or none.",
  SizeVariants: 'How an image fills its box: `cover` fills it, `contain` shows all of the image.',
  TransactionDetailsUiConfiguration: 'How a line of details looks: its place, and what is bold.',
};
