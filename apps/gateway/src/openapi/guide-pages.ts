import pages from '../../../../docs?pages';
import { escaped, page } from './page-layout';

type DocPage = (typeof pages)[number];

/** The groups of the navigation, each page with what it answers. A page that no group names is in the last one. */
const groups: readonly (readonly [title: string, pages: Readonly<Record<string, string>>])[] = [
  [
    'Begin',
    {
      'quick-start': 'A merchant, a payment and a refund on your machine.',
      onboarding: 'Merchants, profiles, keys and connector accounts.',
      platforms: 'One key that acts for the accounts of many shops.',
      testing: 'Which cards and amounts do what at the test processors.',
    },
  ],
  [
    'Take payments',
    {
      cards: 'Charges, captures, voids and 3-D Secure.',
      'saved-cards': 'Saved cards, and charges without the customer.',
      'payment-links': 'A hosted page on which customers pay.',
      webhooks: 'How your server learns what happened.',
      disputes: 'What to do when a customer disputes a charge.',
      routing: 'Which processor gets which payment.',
      'payment-methods': 'Every payment method, its data and its course.',
    },
  ],
  ['Pay out', { payouts: 'Money to cards, bank accounts and wallets.' }],
  [
    'Go live',
    {
      'going-live': 'What to check before the first real payment.',
      moving: 'From Hyperswitch to this service.',
      running: 'A system in daily use: starts, stops, upgrades.',
      operating: 'Health, restarts, keys, incidents.',
      starting: 'The commands and settings of the start.',
      configuration: 'Every setting of every service.',
      metrics: 'What the services measure.',
    },
  ],
  [
    'Subscribe',
    {
      subscribe: 'The public topics, for teams inside your company.',
      messages: 'Every topic and message.',
      machines: 'Every state and what follows it.',
    },
  ],
  [
    'Look up',
    {
      architecture: 'The services, and why no payment is lost.',
      departures: 'Every deliberate difference from Hyperswitch.',
      fields: 'How each field of each request is treated.',
    },
  ],
];

const named = new Map(pages.map((one) => [one.name, one]));
const grouped = new Set(groups.flatMap(([, members]) => Object.keys(members)));

interface Entry {
  readonly page: DocPage;
  readonly about: string;
}

const inGroups = groups.map(([title, members], at) => {
  const listed = Object.entries(members).flatMap(([name, about]) => {
    const found = named.get(name);
    return found ? [{ page: found, about }] : [];
  });
  const others = at === groups.length - 1 ? pages.filter(({ name }) => !grouped.has(name)) : [];
  return { title, entries: [...listed, ...others.map((one): Entry => ({ page: one, about: '' }))] };
});

/** The pages in the order of the navigation. */
const ordered = inGroups.flatMap(({ entries }) => entries.map((entry) => entry.page));

const sections = ({ headings }: DocPage): string =>
  `<ul>${headings.map(({ anchor, text }) => `<li><a href="#${anchor}">${escaped(text)}</a></li>`).join('')}</ul>`;

/** A long list of sections would push the other pages out of sight. */
const mostSections = 14;

function navigationItem(one: DocPage, base: string, current: DocPage | undefined): string {
  if (one !== current) return `<li><a href="${base}docs/guides/${one.name}">${escaped(one.title)}</a></li>`;
  const inside = one.headings.length > 0 && one.headings.length <= mostSections ? sections(one) : '';
  return `<li><a href="${base}docs/guides/${one.name}" aria-current="page">${escaped(one.title)}</a>${inside}</li>`;
}

function navigation(base: string, current?: DocPage): { title: string; html: string } {
  const lists = inGroups.map(
    ({ title, entries }) =>
      `<h2>${title}</h2><ul>${entries.map((entry) => navigationItem(entry.page, base, current)).join('')}</ul>`,
  );
  return { title: 'Guides', html: lists.join('') };
}

function neighbours(at: number): string {
  const before = ordered[at - 1];
  const after = ordered[at + 1];
  const link = (one: DocPage, text: string): string => `<a href="${one.name}">${text}</a>`;
  return [
    '<p class="next">',
    before ? link(before, `← ${escaped(before.title)}`) : '<span></span>',
    after ? link(after, `${escaped(after.title)} →`) : '<span></span>',
    '</p>',
  ].join('');
}

const guidePages = new Map(
  ordered.map((one, at) => [
    one.name,
    page({
      title: `${one.title} · payorch`,
      base: '../../',
      current: 'docs/guides',
      navigation: navigation('../../', one),
      main: one.html + neighbours(at),
    }),
  ]),
);

/** The page at `/docs/guides/{name}`; undefined for an unknown name. */
export const guidePage = (name: string): string | undefined => guidePages.get(name);

/** The names of all pages below `/docs/guides`. */
export const guideNames: readonly string[] = [...guidePages.keys()];

/** The groups as lists of links; also the body of the front page. `base` leads to the root of the service. */
export const guideCards = (base: string): string =>
  inGroups
    .map(({ title, entries }) => {
      const cards = entries.map(
        (entry) =>
          `<li><a href="${base}docs/guides/${entry.page.name}"><strong>${escaped(entry.page.title)}</strong><span>${escaped(entry.about)}</span></a></li>`,
      );
      return `<h2>${title}</h2><ul class="cards">${cards.join('')}</ul>`;
    })
    .join('\n');

/** The page at `/docs/guides`. */
export const guidesIndex = page({
  title: 'Guides · payorch',
  base: '../',
  current: 'docs/guides',
  navigation: navigation('../'),
  main: `<h1>Guides</h1>
<p>Tests run the commands of these guides. The <a href="../docs">API reference</a> has each operation with its fields.</p>
${guideCards('../')}`,
});
