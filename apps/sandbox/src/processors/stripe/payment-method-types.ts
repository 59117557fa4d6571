import type { Flow } from '../../kit/objects/method-flows';

export interface PaymentMethodType {
  readonly name: string;
  readonly flow: Flow;
  readonly currencies?: readonly string[];
  readonly manualCapture?: true;
  /** The bank redirect cannot be charged later; the SEPA debit that its first payment generates can. */
  readonly becomesDebit?: true;
  readonly action?:
    | 'alipay_handle_redirect'
    | 'wechat_pay_display_qr_code'
    | 'cashapp_handle_redirect_or_display_qr_code';
}

const page = (name: string, rest: Partial<PaymentMethodType> = {}): PaymentMethodType => ({
  name,
  flow: 'page',
  ...rest,
});
const debit = (name: string, currency: string): PaymentMethodType => ({ name, flow: 'debit', currencies: [currency] });

/** The simulated types and their currencies. */
export const paymentMethodTypes: Readonly<Record<string, PaymentMethodType>> = {
  card: { name: '3D Secure', flow: 'card', manualCapture: true },
  link: page('Link', { manualCapture: true }),
  cashapp: page('Cash App Pay', {
    currencies: ['usd'],
    manualCapture: true,
    action: 'cashapp_handle_redirect_or_display_qr_code',
  }),
  amazon_pay: page('Amazon Pay', { manualCapture: true }),
  revolut_pay: page('Revolut Pay', { currencies: ['eur', 'gbp', 'ron', 'huf', 'pln', 'dkk'], manualCapture: true }),
  paypal: page('PayPal', { manualCapture: true }),
  alipay: page('Alipay', { action: 'alipay_handle_redirect' }),
  wechat_pay: page('WeChat Pay', { action: 'wechat_pay_display_qr_code' }),
  klarna: page('Klarna', { manualCapture: true }),
  affirm: page('Affirm', { currencies: ['usd', 'cad'], manualCapture: true }),
  afterpay_clearpay: page('Afterpay Clearpay', {
    currencies: ['usd', 'cad', 'gbp', 'aud', 'nzd'],
    manualCapture: true,
  }),
  ideal: page('iDEAL', { currencies: ['eur'], becomesDebit: true }),
  bancontact: page('Bancontact', { currencies: ['eur'], becomesDebit: true }),
  eps: page('EPS', { currencies: ['eur'] }),
  giropay: page('giropay', { currencies: ['eur'] }),
  p24: page('Przelewy24', { currencies: ['eur', 'pln'] }),
  fpx: page('FPX', { currencies: ['myr'] }),
  sofort: { name: 'SOFORT', flow: 'page_then_later', currencies: ['eur'], becomesDebit: true },
  blik: { name: 'BLIK', flow: 'app', currencies: ['pln'] },
  sepa_debit: debit('SEPA Direct Debit', 'eur'),
  us_bank_account: debit('ACH Direct Debit', 'usd'),
  bacs_debit: debit('Bacs Direct Debit', 'gbp'),
  au_becs_debit: debit('BECS Direct Debit', 'aud'),
  multibanco: { name: 'Multibanco', flow: 'voucher', currencies: ['eur'] },
  customer_balance: { name: 'Bank transfer', flow: 'bank_transfer' },
};

const isMethodType = (type: string): boolean => Object.hasOwn(paymentMethodTypes, type);

/** Null for a type that the sandbox does not simulate. */
export const paymentMethodTypeOf = (type: string): PaymentMethodType | null =>
  isMethodType(type) ? paymentMethodTypes[type]! : null;
export const becomesDebit = (type: string): boolean => paymentMethodTypeOf(type)?.becomesDebit ?? false;
export const isPage = (type: string): boolean =>
  ['page', 'page_then_later'].includes(paymentMethodTypeOf(type)?.flow ?? '');

/** Test accounts whose debits fail, with the failure code; any other account pays. */
export const failingAccounts: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  us_bank_account: {
    '000111111113': 'account_closed',
    '000111111116': 'no_account',
    '000222222227': 'insufficient_funds',
    '000333333335': 'debit_not_authorized',
  },
  sepa_debit: { DE62370400440532013001: 'generic_could_not_process', DE65370400440532013002: 'insufficient_funds' },
  bacs_debit: { '33333335': 'debit_not_authorized', '22222227': 'insufficient_funds' },
  au_becs_debit: { '111111113': 'account_closed', '222222227': 'insufficient_funds' },
};
