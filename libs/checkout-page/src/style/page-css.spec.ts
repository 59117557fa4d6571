import { aStyle } from '../../test/checkout-views';
import { contrast, rgbOf } from './colours';
import { imageAddress } from './image-address';
import { imageOrigins, pageCss } from './page-css';

const variablesIn = (css: string): Record<string, string> =>
  Object.fromEntries([...css.matchAll(/--([\w-]+):([^;}]+)/g)].map(([, name, value]) => [name!, value!]).reverse());

it('colours follow from the merchant’s: an accent, a calm ground, and texts that can be read on them', () => {
  const colours = variablesIn(pageCss(aStyle({ theme: '#FFD54F', payment_button_colour: 'navy' })));
  expect(colours).toMatchObject({ theme: '#ffd54f', button: '#000080', 'on-button': '#ffffff', surface: '#ffffff' });
  expect(colours).toMatchObject({ ground: '#fffcf3', 'on-ground': '#000000' });
});

it.each(['#FFD54F', '#212E46', '#000', '#fff', 'red', '#00695C', '#7a7a7a'])(
  'with the colour %s every text and every edge of a control stands out, in light and in dark',
  (theme) => {
    const [light, dark] = pageCss(aStyle({ theme })).split('@media (prefers-color-scheme:dark){');
    for (const colours of [variablesIn(light!), variablesIn(dark!.slice(0, dark!.indexOf('}}')))]) {
      const ratio = (one: string, other: string) => contrast(rgbOf(colours[one]!)!, rgbOf(colours[other]!)!);
      for (const [text, ground] of [
        ['text', 'surface'],
        ['quiet', 'surface'],
        ['quiet', 'sunken'],
        ['danger', 'surface'],
        ['danger', 'danger-ground'],
        ['on-button', 'button'],
        ['on-ground', 'ground'],
        ['quiet-on-ground', 'ground'],
        ['on-badge', 'badge'],
      ] as const)
        expect([text, ratio(text, ground) >= 4.5]).toEqual([text, true]);
      for (const edge of ['edge', 'accent', 'focus', 'cvc-error'])
        expect([edge, ratio(edge, 'surface') >= 3]).toEqual([edge, true]);
    }
  },
);

it('a page with colours of the merchant’s own has no dark mode, which they were not chosen for', () => {
  expect(pageCss(aStyle())).toContain('color-scheme:light dark');
  for (const style of [
    { background_colour: '#eee' },
    { sdk_ui_rules: { '.Input': { backgroundColor: '#fff' } } },
    { payment_link_ui_rules: { body: { color: 'navy' } } },
  ]) {
    expect(pageCss(aStyle(style))).toContain('color-scheme:light}');
    expect(pageCss(aStyle(style))).not.toContain(':root{--theme:#212e46;--accent:#8');
  }
  expect(pageCss(aStyle({ sdk_ui_rules: { '.Input': { borderRadius: '1rem' } } }))).toContain('light dark');
});

it.each(['red}body{display:none', '</style><script>alert(1)</script>', 'url(//x.example)'])(
  'the colour %j becomes the default',
  (theme) => {
    expect(pageCss(aStyle({ theme, background_colour: theme, payment_button_text_colour: theme }))).toBe(
      pageCss(aStyle()),
    );
  },
);

it.each([
  ['https://cdn.example/logo.png', 'https://cdn.example/logo.png'],
  ['http://cdn.example/logo.png', undefined],
  ['javascript:alert(1)', undefined],
  ['data:image/png;base64,AA', undefined],
  ['https://user@cdn.example/a.png', undefined],
  ['https://cdn.example/a.png")', undefined],
  ["https://cdn.example/a'b", undefined],
  ['https://cdn.example/a;script-src', undefined],
  ['logo.png', undefined],
  ['', undefined],
])('the image %j: %s', (text, expected) => expect(imageAddress(text)).toBe(expected));

it('the background has its place and size, and its origin is one of the images', () => {
  const style = aStyle({
    logo: 'https://cdn.example/logo.png',
    background_image: { url: 'https://img.example/b.jpg', position: 'top left', size: { Percentage: 50 } },
  });
  expect(pageCss(style)).toContain(
    '.order{background-image:url("https://img.example/b.jpg");background-position:top left;background-size:50%}',
  );
  expect(imageOrigins(style)).toEqual(['https://cdn.example', 'https://img.example']);
  expect(imageOrigins(style, [null, 'https://goods.example/t.png', 'http://plain.example/t.png'])).toEqual([
    ...['https://cdn.example', 'https://img.example', 'https://goods.example'],
  ]);
});

it('rules come last, so that they win', () => {
  const css = pageCss(aStyle({ payment_link_ui_rules: { '#submit': { color: 'red' } } }));
  expect(css.endsWith('.submit{color:red}\n')).toBe(true);
});
