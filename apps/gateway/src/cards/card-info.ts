/** What a text column of the table may be called in an upload; `card_iin` stands apart, as the key. */
export const cardInfoFields = [
  'card_issuer',
  'card_network',
  'card_type',
  'card_subtype',
  'card_issuing_country',
  'bank_code_id',
  'bank_code',
  'country_code',
  'last_updated_provider',
] as const;
export type CardInfoField = (typeof cardInfoFields)[number];

/** What is known of all cards whose numbers begin with the same six or eight digits. */
export type CardInfo = { readonly card_iin: string } & { readonly [F in CardInfoField]: string | null };

/** A request to store or change it: a field that is absent or null says nothing. */
export type CardInfoRequest = { readonly card_iin: string } & { readonly [F in CardInfoField]?: string | null };

export const isIin = (text: string): boolean => /^(\d{6}|\d{8})$/.test(text);

/** The row after a request: what is not sent stays, or is null where there was none. */
export const cardInfoAfter = (stored: CardInfo | undefined, sent: CardInfoRequest): CardInfo => ({
  card_iin: sent.card_iin,
  ...(Object.fromEntries(cardInfoFields.map((field) => [field, sent[field] ?? stored?.[field] ?? null])) as {
    [F in CardInfoField]: string | null;
  }),
});

export const cardInfoView = (info: CardInfo): object => ({
  card_iin: info.card_iin,
  card_issuer: info.card_issuer,
  card_network: info.card_network,
  card_type: info.card_type,
  card_sub_type: info.card_subtype,
  card_issuing_country: info.card_issuing_country,
});
