import type { BackgroundImage, PageStyle } from '../checkout-view';
import { hexOf, mix, type Rgb, rgbOf, standingOut, textOn } from './colours';
import { imageAddress } from './image-address';
import { cssOfRules } from './style-rules';
import { darkColours, lightColours, styleSheet } from './style-sheet';

const defaultTheme = '#212E46';

const colourOr = (text: string | null | undefined, fallback: string): string =>
  text != null && rgbOf(text) !== undefined ? text : fallback;

function sizeOf(size: BackgroundImage['size']): string {
  if (!size) return 'cover';
  if ('Variants' in size) return size.Variants === 'contain' ? 'contain' : 'cover';
  return 'Percentage' in size ? `${Math.trunc(size.Percentage)}%` : `${Math.trunc(size.Pixels)}px`;
}

const positions = /^(?:(?:top|bottom) (?:left|right)|left|right|top|bottom|center)$/;

function backgroundOf(image: BackgroundImage | null | undefined): string {
  const address = imageAddress(image?.url);
  if (address === undefined) return '';
  const position = image?.position && positions.test(image.position) ? image.position : 'center';
  return `.order{background-image:url("${address}");background-position:${position};background-size:${sizeOf(image?.size)}}`;
}

/** The origins from which the page loads images: the logo's, the background's and those of the products' pictures. */
export const imageOrigins = (
  { logo, background_image: image }: PageStyle,
  pictures: readonly (string | null)[] = [],
): readonly string[] => [
  ...new Set(
    [logo, image?.url, ...pictures]
      .map(imageAddress)
      .flatMap((address) => (address === undefined ? [] : [new URL(address).origin])),
  ),
];

/** What the merchant chose a colour for that no other colour beside it may change. */
function hasOwnColours({ background_colour: ground, payment_link_ui_rules, sdk_ui_rules }: PageStyle): boolean {
  const css = cssOfRules('page', payment_link_ui_rules) + cssOfRules('form', sdk_ui_rules);
  return (
    (ground != null && rgbOf(ground) !== undefined) ||
    /(?:[{;-]color|background-color|border(?:-color)?|shadow):/.test(css)
  );
}

/** The surface of the form, and how much of the merchant's colour is in the ground of the order. */
interface Scheme {
  readonly surface: string;
  readonly base: string;
  readonly share: number;
  /** How far the button stands out from the surface at least. */
  readonly buttonContrast: number;
}

const light: Scheme = { surface: '#ffffff', base: '#ffffff', share: 0.07, buttonContrast: 1 };
const dark: Scheme = { surface: '#16181c', base: '#0e1013', share: 0.18, buttonContrast: 3 };

const rgb = (text: string): Rgb => rgbOf(text) ?? [0, 0, 0];

/** The colours that follow from the merchant's: always readable on one another. */
function coloursOf(style: PageStyle, { surface, base, share, buttonContrast }: Scheme): Record<string, string> {
  const theme = rgb(colourOr(style.theme, defaultTheme));
  const ground = rgb(colourOr(style.background_colour, hexOf(mix(theme, rgb(base), share))));
  const onGround = rgb(textOn(ground));
  const chosen = rgb(colourOr(style.payment_button_colour, hexOf(theme)));
  const button = standingOut(chosen, rgb(surface), buttonContrast);
  const isChosen = hexOf(button) === hexOf(chosen);
  return {
    theme: hexOf(theme),
    accent: hexOf(standingOut(theme, rgb(surface), 3)),
    button: hexOf(button),
    'on-button': isChosen ? colourOr(style.payment_button_text_colour, textOn(button)) : textOn(button),
    surface,
    ground: hexOf(ground),
    'on-ground': hexOf(onGround),
    'quiet-on-ground': hexOf(standingOut(mix(onGround, ground, 0.6), ground, 4.6)),
    'line-on-ground': hexOf(mix(onGround, ground, 0.14)),
    'cvc-error': hexOf(standingOut(rgb(colourOr(style.color_icon_card_cvc_error, '#b3261e')), rgb(surface), 3)),
  };
}

const root = (colours: Record<string, string>): string =>
  `:root{${Object.entries(colours)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';')}}`;

/** The style sheet with the colours, images and rules of the configuration. A page with colours of the merchant's own has no dark mode. */
export function pageCss(style: PageStyle): string {
  const isOwn = hasOwnColours(style);
  return [
    `:root{color-scheme:${isOwn ? 'light' : 'light dark'}}`,
    root({ ...coloursOf(style, light), ...lightColours }),
    ...(isOwn ? [] : [`@media (prefers-color-scheme:dark){${root({ ...coloursOf(style, dark), ...darkColours })}}`]),
    styleSheet,
    backgroundOf(style.background_image),
    cssOfRules('page', style.payment_link_ui_rules),
    cssOfRules('form', style.sdk_ui_rules),
  ].join('\n');
}
