/** Small pictures, drawn for these pages: shapes of SVG, without a file or an address. */
type Shape = readonly [tag: string, attributes: Readonly<Record<string, string | number>>, text?: string];

const svgNamespace = 'http://www.w3.org/2000/svg';

function shapeOf([tag, attributes, text = '']: Shape): SVGElement {
  const made = document.createElementNS(svgNamespace, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.textContent = text;
  return made;
}

/** A picture that says nothing by itself: the words beside it do. */
export function picture(
  [width, height]: readonly [number, number],
  shapes: readonly Shape[],
  className = '',
): SVGElement {
  const made = shapeOf(['svg', { viewBox: `0 0 ${width} ${height}`, width, height, 'aria-hidden': 'true' }]);
  made.setAttribute('class', className);
  made.append(...shapes.map(shapeOf));
  return made;
}

const line = { fill: 'none', stroke: 'currentColor', 'stroke-width': 1.5, 'stroke-linejoin': 'round' };
const stroke = (d: string): Shape => ['path', { ...line, d, 'stroke-linecap': 'round' }];

const icons = {
  card: [['rect', { ...line, x: 1, y: 2.5, width: 18, height: 13, rx: 2 }], stroke('M1 7h18M4.5 12h4')],
  wallet: [
    stroke(
      'M16 5.5V3.5a1 1 0 0 0-1-1H3a2 2 0 0 0 0 4h14a1.5 1.5 0 0 1 1.5 1.5v6a1.5 1.5 0 0 1-1.5 1.5H3a2 2 0 0 1-2-2v-9M14.5 11h.5',
    ),
  ],
  bank: [stroke('M2 7.5 10 2.5l8 5zM4 8v6m4-6v6m4-6v6m4-6v6M2 15.5h16')],
  voucher: [stroke('M3 3v12m3-12v12m2.5-12v12M12 3v12m2-12v12m3-12v12')],
} as const satisfies Record<string, readonly Shape[]>;

export type IconName = keyof typeof icons;

export const iconOf = (name: IconName): SVGElement => picture([20, 18], icons[name], 'tab-icon');

/** The icon for a payment method of the interface. */
export function iconFor(paymentMethod: string): IconName {
  if (paymentMethod.startsWith('bank') || paymentMethod === 'open_banking') return 'bank';
  if (paymentMethod === 'voucher' || paymentMethod === 'reward') return 'voucher';
  return paymentMethod === 'card' || paymentMethod === 'gift_card' ? 'card' : 'wallet';
}

export const lock = (): SVGElement =>
  picture(
    [14, 14],
    [
      ['rect', { x: 2, y: 6, width: 10, height: 7, rx: 1.5, fill: 'currentColor' }],
      stroke('M4.5 6V4.25a2.5 2.5 0 0 1 5 0V6'),
    ],
    'lock',
  );

export const tick = (): SVGElement =>
  picture([14, 14], [['path', { ...line, 'stroke-width': 2, d: 'm2 7.5 3.5 3.5L12 3.5' }]], 'tick');

/** Where the code is: on the back beside the signature, with American Express on the front. */
export const codePlace = (isFront: boolean): SVGElement =>
  picture(
    [28, 20],
    [
      ['rect', { ...line, x: 1, y: 1, width: 26, height: 18, rx: 2.5 }],
      isFront ? stroke('M4.5 14h8') : ['path', { d: 'M1 5h26v3.5H1z', fill: 'currentColor' }],
      ['rect', { ...line, x: 15.5, y: isFront ? 4 : 11.5, width: 9, height: 5, rx: 2.5 }],
      [
        'path',
        {
          d: isFront ? 'M17.5 6.5h.01M20 6.5h.01M22.5 6.5h.01' : 'M17.5 14h.01M20 14h.01M22.5 14h.01',
          stroke: 'currentColor',
          'stroke-width': 1.5,
          'stroke-linecap': 'round',
        },
      ],
    ],
    'code-place',
  );

const plate = (fill: string): Shape => [
  'rect',
  { x: 0.5, y: 0.5, width: 27, height: 19, rx: 3, fill, stroke: '#00000026' },
];
const word = (text: string, fill: string, size = 7, y = 12.5): Shape => [
  'text',
  {
    x: 14,
    y,
    fill,
    'font-size': size,
    'font-weight': 700,
    'text-anchor': 'middle',
    'font-family': 'system-ui,sans-serif',
  },
  text,
];
const disc = (cx: number, fill: string, r = 5.5): Shape => ['circle', { cx, cy: 10, r, fill }];
const overlap: Shape = ['path', { d: 'M14 5.6a5.5 5.5 0 0 1 0 8.8 5.5 5.5 0 0 1 0-8.8z', fill: '#ff5f00' }];
const band = (x: number, fill: string): Shape => ['path', { d: `M${x + 2} 4h6l-2 12h-6z`, fill }];

const brands: Readonly<Record<string, readonly Shape[]>> = {
  Visa: [plate('#fff'), word('VISA', '#1a1f71', 8.5, 13)],
  Mastercard: [plate('#fff'), disc(10.75, '#eb001b'), disc(17.25, '#f79e1b'), overlap],
  AmericanExpress: [plate('#006fcf'), word('AMEX', '#fff', 7.5)],
  DinersClub: [
    plate('#fff'),
    disc(14, '#004a97', 7),
    ['path', { d: 'M12 6a4.3 4.3 0 0 0 0 8zM16 6a4.3 4.3 0 0 1 0 8z', fill: '#fff' }],
  ],
  Discover: [
    plate('#fff'),
    word('DISC', '#1a1d21', 6.5, 9.5),
    ['path', { d: 'M6 19.5c8-.5 15-3 21.5-8v5a3 3 0 0 1-3 3z', fill: '#f58220' }],
  ],
  JCB: [
    plate('#fff'),
    ...(['#0e4c96', '#d0202f', '#11803b'] as const).map((fill, index): Shape => [
      'rect',
      { x: 6 + index * 5.5, y: 4, width: 5, height: 12, rx: 1.5, fill },
    ]),
  ],
  UnionPay: [plate('#fff'), band(4, '#d10429'), band(10, '#022e64'), band(16, '#076f74')],
  RuPay: [plate('#fff'), word('RuPay', '#1a2f7c', 7), ['path', { d: 'm24 6 2.5 4L24 14z', fill: '#f37021' }]],
  Maestro: [
    plate('#fff'),
    disc(10.75, '#eb001b'),
    disc(17.25, '#00a2e5'),
    ['path', { d: 'M14 5.6a5.5 5.5 0 0 1 0 8.8 5.5 5.5 0 0 1 0-8.8z', fill: '#7375cf' }],
  ],
  CartesBancaires: [plate('#0a4ea2'), word('CB', '#fff', 9, 13.2)],
  Interac: [plate('#fdb813'), word('Interac', '#1a1d21', 6)],
};

export const hasBrand = (network: string): boolean => Object.hasOwn(brands, network);

/** The network's card in small. */
export const brandOf = (network: string): SVGElement => picture([28, 20], brands[network] ?? [], 'brand');
