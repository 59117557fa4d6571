import type { Refusal, RelayOperation } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import type { Currency, Money } from '@payorch/kernel';
import { minorUnitsFromJson } from '@payorch/kernel';
import type { RelayData, RelayRequest } from '@payorch/rest';

const precondition = (message: string): Refusal => refuse('precondition_failed', { message });
const invalid = precondition('Invalid relay request');
const dataRequired = (type: string): Refusal =>
  refuse('invalid_request', { message: `Relay data is required for relay type ${type}` });
const notAboveZero = precondition('Amount should be greater than 0');

/** A segment of a URL at the processor: no slash, and nothing that a URL resolves to another path. */
const resourceIdPattern = /^(?!\.+$)[\w.:=+@~-]{1,255}$/;

/** The processor's id of the object, which becomes a part of the processor's URL. */
export const resourceIdOf = ({ connector_resource_id: id }: RelayRequest): string | Refusal =>
  resourceIdPattern.test(id)
    ? id
    : refuse('value_not_allowed', { field: 'connector_resource_id', allowed: '1 to 255 letters, digits and _.:=+@~-' });

const moneyOf = (amount: number, currency: Currency): Money => ({ amount: minorUnitsFromJson(amount), currency });

/** The requested operation; a refusal where the data is missing, of another type, or without a positive amount. */
export function toRelayOperation({ type, data }: RelayRequest): RelayOperation | Refusal {
  // It has a route of its own.
  if (type === 'unreferenced_refund') return invalid;
  if (!data) return dataRequired(type);
  switch (type) {
    case 'refund':
      return data.refund ? refundOf(data.refund) : invalid;
    case 'capture':
      return data.capture ? captureOf(data.capture) : invalid;
    case 'incremental_authorization':
      return data.incremental_authorization ? incrementOf(data.incremental_authorization) : invalid;
    case 'void':
      return data.void ? voidOf(data.void) : invalid;
  }
}

type DataOf<Type extends keyof RelayData> = NonNullable<RelayData[Type]>;

const refundOf = ({ amount, currency, reason }: DataOf<'refund'>): RelayOperation | Refusal =>
  amount > 0 ? { type: 'refund', money: moneyOf(amount, currency), reason: reason ?? null } : notAboveZero;

function captureOf(data: DataOf<'capture'>): RelayOperation | Refusal {
  const { authorized_amount: authorized, amount_to_capture: amount, currency, capture_method: method } = data;
  if (amount <= 0 || authorized <= 0) return notAboveZero;
  if (amount > authorized) return precondition('Capture Amount should be less than or equal to Authorized Amount');
  // Several captures of one authorization belong together, and a relay knows only itself.
  if (method && method !== 'manual')
    return refuse('not_implemented', { message: `data.capture.capture_method ${method} is not implemented` });
  return {
    type: 'capture',
    money: moneyOf(amount, currency),
    authorized: moneyOf(authorized, currency),
    captureMethod: method ?? null,
  };
}

function incrementOf(data: DataOf<'incremental_authorization'>): RelayOperation | Refusal {
  const { total_amount: total, additional_amount: additional, currency } = data;
  if (total <= 0 || additional <= 0) return notAboveZero;
  // The difference is the amount authorized so far.
  if (additional >= total) return invalid;
  return {
    type: 'incremental_authorization',
    money: moneyOf(total, currency),
    additional: minorUnitsFromJson(additional),
  };
}

const voidOf = ({ amount, currency, cancellation_reason: reason }: DataOf<'void'>): RelayOperation | Refusal =>
  amount > 0
    ? { type: 'void', amount: minorUnitsFromJson(amount), currency: currency ?? null, reason: reason ?? null }
    : notAboveZero;
