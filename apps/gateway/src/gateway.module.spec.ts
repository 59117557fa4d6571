import 'reflect-metadata';
import { RequestMethod } from '@nestjs/common';
import { METHOD_METADATA } from '@nestjs/common/constants';
import { PATTERN_METADATA } from '@nestjs/microservices/constants.js';
import { Test } from '@nestjs/testing';
import { controllers, methodNames } from '../test/controllers';
import { NoInfrastructure } from '../test/no-infrastructure';
import { features } from './gateway.module';

it('every feature gets its providers from the modules that it imports', async () => {
  const module = await Test.createTestingModule({ imports: [NoInfrastructure, ...features] }).compile();
  expect(controllers.length).toBe(74);
  for (const controller of controllers) expect(module.get(controller, { strict: false })).toBeInstanceOf(controller);
});

it('every controller has a route or handles a message', () => {
  const isServed = ({ prototype }: { readonly prototype: object }): boolean =>
    methodNames(prototype).some((name) => {
      const method = (prototype as Record<string, object>)[name] ?? {};
      return (
        Reflect.getMetadata(METHOD_METADATA, method) in RequestMethod || Reflect.hasMetadata(PATTERN_METADATA, method)
      );
    });
  expect(controllers.filter((controller) => !isServed(controller))).toEqual([]);
});
