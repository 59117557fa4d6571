import { cssOfRules, isStyleProperty, isStyleSelector, isStyleValue } from './style-rules';

it.each(['1px solid #ccc', '700 !important', 'Inter, sans-serif', '0 2px 4px rgba(0, 0, 0, 0.2)', '1.5'])(
  '%s is a value',
  (value) => expect(isStyleValue(value)).toBe(true),
);

it.each([
  'url(https://x.example/a.png)',
  'red; background: url(x)',
  'red}body{display:none',
  '</style><script>',
  'var(--theme)',
  'image-set("a.png" 1x)',
  'attr(value)',
  'a\\62 c',
  '"quoted"',
  '-2px',
  '/* comment */',
  'a '.repeat(100),
])('%j is no value', (value) => expect(isStyleValue(value)).toBe(false));

it.each([
  ['page', '#submit', true],
  ['page', '#submit:hover', true],
  ['page', 'body', true],
  ['page', '.Input', false],
  ['form', '.Input:focus', true],
  ['form', '.Input:has(x)', false],
  ['form', '.Input, body', false],
  ['form', '*', false],
  ['page', 'constructor', false],
] as const)('in the rules of the %s, %s is a selector: %s', (scope, name, expected) =>
  expect(isStyleSelector(scope, name)).toBe(expected),
);

it.each([
  ['color', true],
  ['backgroundColor', true],
  ['border-radius', true],
  ['marginTop', true],
  ['position', false],
  ['display', false],
  ['backgroundImage', false],
  ['content', false],
  ['opacity', false],
])('%s is a property: %s', (name, expected) => expect(isStyleProperty(name)).toBe(expected));

it('only allowed rules become CSS', () => {
  const rules = {
    '#submit': { backgroundColor: '#123456', position: 'fixed' },
    '#submit:hover': { color: 'red;}' },
    'input[value^=4]': { color: 'red' },
  };
  expect(cssOfRules('page', rules)).toBe('.submit{background-color:#123456}');
  expect(cssOfRules('form', { '.Input': { fontWeight: '700 !important' } })).toBe('.input{font-weight:700 !important}');
  expect(cssOfRules('form', null)).toBe('');
});
