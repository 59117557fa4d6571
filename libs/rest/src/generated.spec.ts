import document from '../../../api/openapi.json';
import { shapeOf } from './check';
import * as generated from './generated';

type Dto = new () => object;
const classNamed = (name: string): Dto => (generated as unknown as Record<string, Dto>)[name]!;

describe('generated DTO classes', () => {
  const bodies = Object.values(document.paths)
    .flatMap((methods) => Object.values(methods as Record<string, { requestBody?: RequestBody }>))
    .flatMap(({ requestBody }) =>
      // A file has no class.
      requestBody?.content['application/json']
        ? [bodyRefOf(requestBody.content['application/json'].schema).split('/').at(-1)!]
        : [],
    );

  it.each([...new Set(bodies)])('%s has a class with every field of the document', (name) => {
    expect(shapeOf(classNamed(name)).fields).toEqual(fieldsOf(name));
  });

  it.each([
    ...[
      'PaymentsCreateRequest',
      'PaymentsUpdateRequest',
      'PaymentsConfirmRequest',
      'Address',
      'AddressDetails',
      'MandateData',
    ],
    ...['MerchantAccountCreate', 'MerchantAccountUpdate', 'ProfileCreate', 'MerchantConnectorCreate'],
    ...['MerchantConnectorUpdate', 'PaymentMethodsEnabled', 'CreateApiKeyRequest', 'UpdateApiKeyRequest'],
    ...['RefundRequest', 'RefundUpdateRequest', 'RefundManualUpdateRequest', 'PaymentsUpdateMetadataRequest'],
    ...['OrganizationCreateRequest', 'OrganizationUpdateRequest', 'PaymentListQuery'],
  ])('%s refuses unknown fields', (name) => expect(shapeOf(classNamed(name)).closed).toBe(true));

  it.each([
    'PaymentsCaptureRequest',
    'PaymentsCancelRequest',
    'CustomerDetails',
    'BrowserInformation',
    'PaymentMethodDataRequest',
    'RefundListRequest',
    'GsmCreateRequest',
  ])('%s drops unknown fields', (name) => expect(shapeOf(classNamed(name)).closed).toBe(false));

  it('the classes require only fields that are refused when the body is read: a later rule requires amount and currency', () => {
    expect(shapeOf(generated.PaymentsCreateRequest).required).toEqual([]);
    expect(shapeOf(generated.Card).required).toEqual(['card_number', 'card_exp_month', 'card_exp_year', 'card_cvc']);
    expect(shapeOf(generated.MerchantAccountCreate).required).toEqual(['merchant_id']);
    expect(shapeOf(generated.RefundRequest).required).toEqual(['payment_id']);
    expect(shapeOf(generated.RefundListRequest).required).toEqual([]);
  });
});

interface RequestBody {
  readonly content: { readonly 'application/json': { readonly schema: BodySchema } };
}

type BodySchema = { readonly $ref: string } | { readonly items: { readonly $ref: string } };
/** The class of a list is that of its items. */
function bodyRefOf(schema: BodySchema): string {
  return ('items' in schema ? schema.items : schema).$ref;
}

function fieldsOf(name: string): string[] {
  const schemas = document.components.schemas as unknown as Readonly<Record<string, Schema>>;
  const of = ({ $ref, allOf, oneOf, discriminator, properties }: Schema): string[] => [
    ...($ref ? of(schemas[$ref.split('/').at(-1)!]!) : []),
    ...(allOf ?? []).flatMap(of),
    // The variants of a tag share one class.
    ...new Set(discriminator ? (oneOf ?? []).flatMap(of) : []),
    ...Object.keys(properties ?? {}),
  ];
  return of(schemas[name]!);
}

interface Schema {
  readonly $ref?: string;
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly discriminator?: object;
  readonly properties?: Readonly<Record<string, unknown>>;
}
