import 'reflect-metadata';
import { MODULE_METADATA } from '@nestjs/common/constants';
import { features } from '../src/gateway.module';

export type Controller = abstract new (...args: never[]) => object;

/** The controllers of every feature. */
export const controllers: readonly Controller[] = features.flatMap(
  (module) => (Reflect.getMetadata(MODULE_METADATA.CONTROLLERS, module) ?? []) as Controller[],
);
