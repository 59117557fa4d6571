import fc from 'fast-check';
import { contrast, isColour, rgbOf, textOn } from './colours';

it.each([
  ['#fff', [255, 255, 255]],
  ['#212E46', [33, 46, 70]],
  ['navy', [0, 0, 128]],
  ['rgb(33, 46, 70)', [33, 46, 70]],
  ['rgb(0,0,0)', [0, 0, 0]],
] as const)('%s is a colour', (text, rgb) => expect(rgbOf(text)).toEqual(rgb));

it.each([
  ...['', '#12', '#12345678', 'url(x)', 'red;', 'red}', 'var(--x)', 'rgb(1,2,3);color:red', 'rgb(300,0,0)'],
  ...['expression(1)', '</style>', 'constructor', 'transparent', 'rgba(0,0,0,0.1)'],
])('%j is no colour', (text) => expect(isColour(text)).toBe(false));

it('black on white has the greatest contrast', () => {
  expect(contrast([0, 0, 0], [255, 255, 255])).toBeCloseTo(21);
  expect(textOn([255, 255, 255])).toBe('#000000');
  expect(textOn([33, 46, 70])).toBe('#ffffff');
});

it('text can be read on every colour', () => {
  const part = fc.integer({ min: 0, max: 255 });
  fc.assert(
    fc.property(fc.tuple(part, part, part), (colour) => {
      expect(contrast(colour, rgbOf(textOn(colour))!)).toBeGreaterThanOrEqual(4.5);
    }),
  );
});
