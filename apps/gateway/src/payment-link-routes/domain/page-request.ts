import { type PageLocale, pageLocaleOf } from '@payorch/checkout-page';
import { languagesIn } from '../../payment-links';

/** What the browser of a page says of itself. */
export interface PageRequest {
  /** The token and the language of the query. */
  readonly token: string | undefined;
  readonly locale: string | undefined;
  /** The headers `accept-language`, `sec-fetch-dest`, `sec-fetch-site` and `referer`. */
  readonly languages: string | undefined;
  readonly destination: string | undefined;
  readonly site: string | undefined;
  readonly referer: string | undefined;
  /** The host that the browser asked; behind a trusted proxy its `X-Forwarded-Host`. */
  readonly host: string | undefined;
}

/** The language of the query, else the one that the merchant chose for the link, else that of the browser. */
export const pageLocaleFor = ({ locale, languages }: PageRequest, ofLink: string | null): PageLocale =>
  pageLocaleOf([locale, ofLink, ...languagesIn(languages)]);
