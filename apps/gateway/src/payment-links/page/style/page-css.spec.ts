import { aStyle } from '../../../../test/checkout-views';
import { imageAddress, imageOrigins, pageCss } from './page-css';

it('colours of the configuration are variables, with a text that can be read on them', () => {
  const css = pageCss(aStyle({ theme: '#FFD54F', payment_button_colour: 'navy', background_colour: '#eee' }));
  expect(css).toContain(
    ':root{--theme:#FFD54F;--on-theme:#000000;--button:navy;--on-button:#ffffff;--background:#eee;',
  );
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
});

it('rules come last, so that they win', () => {
  const css = pageCss(aStyle({ payment_link_ui_rules: { '#submit': { color: 'red' } } }));
  expect(css.endsWith('.submit{color:red}\n')).toBe(true);
});
