import type { FormSettings } from '../../script/page-data';
import { button, element } from '../dom';
import type { Option } from '../fields/options';

/** Whether a press alone pays: the option asks for nothing and opens a wallet. */
export const isOnePress = ({ approve, nodes, fields }: Option): boolean =>
  approve !== undefined && nodes.length === 0 && fields.length === 0;

/** A button that keeps its place until it is known whether it can be used, and after: nothing below it moves. */
function walletButton(option: Option, onPress: (option: Option) => void): HTMLElement {
  const node = button(option.name, () => onPress(option), { class: 'wallet', disabled: option.ready !== undefined });
  const place = element('div', { class: 'wallet-place' }, node);
  void option.ready?.then((isReady) => {
    node.disabled = !isReady;
    place.toggleAttribute('data-empty', !isReady);
  });
  return place;
}

/** Wallets that ask for nothing are large buttons above everything else: one press opens them. */
export function walletsOf(
  options: readonly Option[],
  hasOthers: boolean,
  { messages }: FormSettings,
  onPress: (option: Option) => void,
) {
  if (options.length === 0) return [];
  const buttons = options.map((option) => walletButton(option, onPress));
  const otherwise = element('p', { class: 'otherwise' }, messages.payOtherwise);
  return [element('div', { class: 'wallets' }, ...buttons), ...(hasOthers ? [otherwise] : [])];
}
