import { Body, Controller, Get, HttpCode, Inject, Param, Patch, Post, Query } from '@nestjs/common';
import type { Refusal } from '@payorch/contracts';
import {
  ContractBasedRoutingConfig,
  DynamicRoutingToggleQuery,
  EliminationRoutingConfig,
  SuccessBasedRoutingConfig,
  VolumeSplitQuery,
} from '@payorch/rest';
import { AllowOnly, FromMerchant, type Sender } from '../../auth';
import { DynamicRouting } from '../dynamic-routing';

type View = Promise<object | Refusal>;

@Controller('account/:account_id/business_profile/:profile_id/dynamic_routing')
@AllowOnly('secret_key_of_path')
export class DynamicRoutingController {
  constructor(@Inject(DynamicRouting) private readonly dynamic: DynamicRouting) {}

  @Post('success_based/create')
  @HttpCode(200)
  createSuccessBased(
    @Param('profile_id') profileId: string,
    @Query() { enable }: DynamicRoutingToggleQuery,
    @Body() sent: SuccessBasedRoutingConfig,
    @FromMerchant() sender: Sender,
  ): View {
    return this.dynamic.create('successBased', sent, enable, { profileId, sender });
  }

  @Post('success_based/toggle')
  @HttpCode(200)
  toggleSuccessBased(
    @Param('profile_id') profileId: string,
    @Query() { enable }: DynamicRoutingToggleQuery,
    @FromMerchant() sender: Sender,
  ): View {
    return this.dynamic.toggle('successBased', enable, { profileId, sender });
  }

  @Patch('success_based/config/:algorithm_id')
  updateSuccessBased(
    @Param('profile_id') profileId: string,
    @Param('algorithm_id') id: string,
    @Body() sent: SuccessBasedRoutingConfig,
    @FromMerchant() sender: Sender,
  ): View {
    return this.dynamic.update('successBased', id, sent, { profileId, sender });
  }

  @Post('elimination/create')
  @HttpCode(200)
  createElimination(
    @Param('profile_id') profileId: string,
    @Query() { enable }: DynamicRoutingToggleQuery,
    @Body() sent: EliminationRoutingConfig,
    @FromMerchant() sender: Sender,
  ): View {
    return this.dynamic.create('elimination', sent, enable, { profileId, sender });
  }

  @Post('elimination/toggle')
  @HttpCode(200)
  toggleElimination(
    @Param('profile_id') profileId: string,
    @Query() { enable }: DynamicRoutingToggleQuery,
    @FromMerchant() sender: Sender,
  ): View {
    return this.dynamic.toggle('elimination', enable, { profileId, sender });
  }

  @Patch('elimination/config/:algorithm_id')
  updateElimination(
    @Param('profile_id') profileId: string,
    @Param('algorithm_id') id: string,
    @Body() sent: EliminationRoutingConfig,
    @FromMerchant() sender: Sender,
  ): View {
    return this.dynamic.update('elimination', id, sent, { profileId, sender });
  }

  @Post('contracts/toggle')
  @HttpCode(200)
  toggleContract(
    @Param('profile_id') profileId: string,
    @Query() { enable }: DynamicRoutingToggleQuery,
    @Body() sent: ContractBasedRoutingConfig,
    @FromMerchant() sender: Sender,
  ): View {
    return this.dynamic.toggleContract(sent, enable, { profileId, sender });
  }

  @Patch('contracts/config/:algorithm_id')
  updateContract(
    @Param('profile_id') profileId: string,
    @Param('algorithm_id') id: string,
    @Body() sent: ContractBasedRoutingConfig,
    @FromMerchant() sender: Sender,
  ): View {
    return this.dynamic.update('contract', id, sent, { profileId, sender });
  }

  @Post('set_volume_split')
  @HttpCode(200)
  setSplit(
    @Param('profile_id') profileId: string,
    @Query() { split }: VolumeSplitQuery,
    @FromMerchant() sender: Sender,
  ): View {
    return this.dynamic.setSplit(split, { profileId, sender });
  }

  @Get('get_volume_split')
  split(@Param('profile_id') profileId: string, @FromMerchant() sender: Sender): View {
    return this.dynamic.split({ profileId, sender });
  }
}
