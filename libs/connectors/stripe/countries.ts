const all = (codes: string): readonly string[] => codes.split(' ');

/** The billing countries of payment method types at Stripe; a type without a row is open to every country. */
export const countries: Readonly<Record<string, readonly string[]>> = {
  apple_pay: all(
    'AE AT AU BE BG BR CA CH CY CZ DE DK EE ES FI FR GB GR HK HR HU IE IT JP LI LT LU LV MT MX MY NL ' +
      'NO NZ PL PT RO SE SG SI SK US ZA',
  ),
  google_pay: all(
    'AE AR AT AU BE BG BR CA CH CL CY CZ DE DK EE ES FI FR GB GI GR HK HR HU ID IE IL IN IS IT JP KE ' +
      'KR LI LT LU LV MT MX MY NL NO NZ PH PL PT RO SE SG SK TH US ZA',
  ),
  cashapp: ['US'],
  ali_pay: ['CN'],
  we_chat_pay: ['CN'],
  bancontact_card: ['BE'],
  ideal: ['NL'],
  sofort: all('AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'),
  eps: ['AT'],
  giropay: ['DE'],
  przelewy24: ['PL'],
  blik: ['PL'],
  ach: ['US'],
  sepa: all('AT BE BG CH CY CZ DE DK EE ES FI FR GB GI GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI ' + 'SK'),
  bacs: ['GB'],
  becs: ['AU'],
  multibanco: all('AT BE BG CH CY CZ DE DK EE ES FI FR GB GI GR HR HU IE IT LI LT LU LV MT NL NO PL PT RO SE SI SK'),
  affirm: ['US'],
  afterpay_clearpay: all('AU CA ES FR GB NZ US'),
  klarna: all('AT AU BE CA CH CZ DE DK ES FI FR GB GR IE IT NL NO NZ PL PT SE US'),
};
