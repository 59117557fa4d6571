import { pageTemplate } from '@payorch/platform/pages';
import { formatTime } from '../amount';
import type { PageLocale } from '../page-locale';

const time = pageTemplate<{ iso: string; text: string }>(
  `<time datetime="<%= it.iso %>" data-local><%= it.text %></time>`,
);

/** A time that the page's script turns into the customer's time zone; in UTC until then. */
export const timePart = (iso: string, locale: PageLocale): string => time({ iso, text: formatTime(iso, locale) });

const around = pageTemplate<{ before: string; time: string; after: string }>(
  `<%= it.before %><%~ it.time %><%= it.after %>`,
);

/** A message with a time in the place of `{date}`. */
export function withTime(message: string, iso: string, locale: PageLocale): string {
  const [before = '', after = ''] = message.split('{date}');
  return around({ before, time: timePart(iso, locale), after });
}
