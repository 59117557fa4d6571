import { savedBody, type ConfirmContext, type InputValues, type TypedCard } from '../../script/confirm-body';
import type { CardPart } from '../../script/decline';
import { networkLabel } from '../../script/cards/card-networks';
import { networksOfCard, type OfferedMethod, type SavedMethod } from '../../script/methods/method-list';
import type { FormSettings } from '../../script/page-data';
import { say } from '../../script/problem';
import type { Plan } from '../../script/methods/plans';
import { readable } from '../../script/methods/required-inputs';
import { cardForm, cvcField } from './card-form';
import { element } from '../dom';
import type { Field } from './field';
import { brandOf, hasBrand, iconFor, iconOf } from '../screens/icons';
import { methodInputs } from './method-inputs';
import type { PlanField } from './plan-field';

/** What the customer has done in a wallet; `close` shows there what became of the payment. */
export type Approval =
  | {
      readonly kind: 'approved';
      readonly data: object;
      /** The total that the customer has approved: `EUR 65.40`. */
      readonly total: string;
      readonly close: (outcome: PaymentComplete) => void;
    }
  | { readonly kind: 'closed' | 'failed' };

/** A way to pay that the customer can choose. */
export interface Option {
  readonly id: string;
  readonly name: string;
  readonly isCard: boolean;
  /** The customer has saved it: its name is long. */
  readonly isSaved?: boolean;
  /** A small picture beside the name. */
  readonly icon: () => SVGElement;
  /** What the option asks for; empty where it asks for nothing. */
  readonly nodes: readonly Node[];
  readonly fields: readonly Field[];
  /** Opens the wallet in which the customer approves the payment; absent where there is none. */
  readonly approve?: () => Promise<Approval>;
  /** Whether the wallet can be used, once that is known; absent where the option can be used at once. */
  readonly ready?: Promise<boolean>;
  /** The chosen plan of installments; absent where the option has none to choose. */
  readonly plan?: () => Plan | null;
  /** The request to confirm, with what the wallet has approved; undefined while something is missing. */
  readonly body: (context: ConfirmContext, approved?: object) => object | undefined;
  /** Removes the security code and the card from the page. */
  readonly clear: () => void;
  /** Removes the security code alone. */
  readonly clearCode: () => void;
  /** Shows a text beside a part of the card; false where the option has no field for it. */
  readonly mark?: (part: CardPart, text: string) => boolean;
}

const termsOf = (text: string | undefined): Node[] =>
  text === undefined ? [] : [element('p', { class: 'terms' }, text)];

function cardTermsOf({ cardTerms }: FormSettings, nodes: readonly Node[]): Node[] {
  if (!cardTerms || cardTerms.show === 'never') return [];
  const [terms] = termsOf(cardTerms.text);
  if (!(terms instanceof HTMLElement)) return [];
  if (cardTerms.show === 'always') return [terms];
  // `auto`: the terms are about a saved card.
  const save = nodes
    .flatMap((node) => (node instanceof HTMLElement ? [...node.querySelectorAll('input')] : []))
    .find(({ type }) => type === 'checkbox');
  if (!save) return [];
  terms.hidden = true;
  save.addEventListener('change', () => {
    terms.hidden = !save.checked;
  });
  return [terms];
}

export interface CardOptions {
  /** The payment has a customer who can save the card. */
  readonly maySave: boolean;
  readonly asksForCvc: boolean;
  /** The request with the card. */
  readonly body: (method: OfferedMethod, card: TypedCard, values: InputValues, context: ConfirmContext) => object;
}

export function cardOption(method: OfferedMethod, data: FormSettings, options: CardOptions): Option {
  const form = cardForm(data, networksOfCard(method), options);
  const inputs = methodInputs(method.inputs, 'card', data);
  return {
    id: method.id,
    name: data.messages.card,
    isCard: true,
    icon: () => iconOf('card'),
    nodes: [...form.nodes, ...inputs.nodes, ...cardTermsOf(data, form.nodes)],
    fields: [...form.fields, ...inputs.fields],
    body: (context) => {
      const card = form.card();
      return card && options.body(method, card, inputs.values(), context);
    },
    clear: form.clear,
    clearCode: form.clearCode,
    mark: form.mark,
  };
}

/** `bodyOf`: the request with the values of the inputs. */
export function methodOption(
  method: OfferedMethod,
  data: FormSettings,
  bodyOf: (method: OfferedMethod, values: InputValues, context: ConfirmContext, approved?: object) => object,
): Option {
  const inputs = methodInputs(method.inputs, method.id.replace(/\W+/g, '-'), data);
  return {
    id: method.id,
    name: data.methodNames[method.paymentMethodType] ?? readable(method.paymentMethodType),
    isCard: false,
    icon: () => iconOf(iconFor(method.paymentMethod)),
    nodes: [...inputs.nodes, ...termsOf(data.methodTerms[method.id])],
    fields: inputs.fields,
    body: (context, approved) => bodyOf(method, inputs.values(), context, approved),
    clear: () => undefined,
    clearCode: () => undefined,
  };
}

function savedName(
  { network, last4, nickname, paymentMethod, paymentMethodType }: SavedMethod,
  { messages, methodNames }: FormSettings,
): string {
  if (last4 === undefined) {
    const type = paymentMethodType ?? paymentMethod;
    return say(messages, 'savedMethod', { name: methodNames[type] ?? readable(type) });
  }
  const card = say(messages, 'savedCard', {
    network: network === undefined ? messages.card : networkLabel(network),
    last4,
  });
  return nickname === undefined ? card : `${nickname}: ${card}`;
}

/** American Express cards have four digits, so a number of theirs stands for the unknown number of the saved card. */
const exampleNumber = (network: string | undefined): string =>
  network === 'AmericanExpress' ? '34' : network ? '4' : '';

export function savedOption(saved: SavedMethod, index: number, data: FormSettings): Option {
  const id = `saved-${index}`;
  const cvc = saved.needsCvc ? cvcField(id, () => exampleNumber(saved.network), data) : undefined;
  return {
    id,
    name: savedName(saved, data),
    isCard: false,
    isSaved: true,
    icon: () =>
      saved.network !== undefined && hasBrand(saved.network)
        ? brandOf(saved.network)
        : iconOf(iconFor(saved.paymentMethod)),
    nodes: cvc ? [cvc.root] : [],
    fields: cvc ? [cvc] : [],
    body: (context) => savedBody(saved, cvc?.value() ?? null, context),
    clear: () => cvc?.clear(),
    clearCode: () => cvc?.clear(),
    mark: (part, text) => (part === 'cvc' && cvc ? cvc.mark(text) : false),
  };
}

/** The option with the choice of a plan below its inputs. */
export const withPlan = (option: Option, { nodes, chosen }: PlanField): Option =>
  nodes.length === 0 ? option : { ...option, nodes: [...option.nodes, ...nodes], plan: chosen };
