import 'reflect-metadata';
import { MODULE_METADATA } from '@nestjs/common/constants';
import { features } from '../src/gateway.module';

export type Controller = abstract new (...args: never[]) => object;

/** The controllers of every feature. */
export const controllers: readonly Controller[] = features.flatMap(
  (module) => (Reflect.getMetadata(MODULE_METADATA.CONTROLLERS, module) ?? []) as Controller[],
);

/** The names of the methods of a prototype, inherited ones too. */
export const methodNames = (methods: object | null): string[] =>
  methods === null || methods === Object.prototype
    ? []
    : [...Object.getOwnPropertyNames(methods), ...methodNames(Object.getPrototypeOf(methods) as object | null)];
