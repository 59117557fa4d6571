import type { Refusal } from '@payorch/contracts';
import { errorBody } from '@payorch/contracts';
import { pageTemplate } from '@payorch/platform/pages';

const page = pageTemplate<{ title: string; text: string }>(`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title><%= it.title %></title>
      </head>
      <body>
        <main>
          <h1><%= it.title %></h1>
          <p><%= it.text %></p>
        </main>
      </body>
    </html> `);

const texts = {
  unknown: {
    title: 'This link does not lead to a payment',
    text: 'Check the address, or ask the shop for a new link.',
  },
  elsewhere: {
    title: 'This page belongs into the page of its shop',
    text: 'Go back to the shop and pay there.',
  },
  later: {
    title: 'The page is not available at this moment',
    text: 'Nothing was charged by opening it. Try again in a minute.',
  },
};

const textOf = (status: number) => {
  if (status === 404) return texts.unknown;
  return status === 403 ? texts.elsewhere : texts.later;
};

/** The page for a browser that cannot have the page of a link, with the status of the refusal. */
export function refusedPage(refusal: Refusal): { readonly status: number; readonly body: string } {
  const { status } = errorBody(refusal);
  return { status, body: page(textOf(status)) };
}
