/** The columns of an upload for a text column of the table; `card_iin` is separate, as the key. */
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

/** The facts of all cards whose numbers share their first six or eight digits. */
export type CardInfo = { readonly card_iin: string } & { readonly [F in CardInfoField]: string | null };

/** A request to store or change a row: absent and null fields do not count. */
export type CardInfoRequest = { readonly card_iin: string } & { readonly [F in CardInfoField]?: string | null };

export const isIin = (text: string): boolean => /^(\d{6}|\d{8})$/.test(text);

/** The row after a request: fields that the request lacks stay, or are null in a new row. */
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
