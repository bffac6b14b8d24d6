import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Put, Query, Req, Res } from '@nestjs/common';
import { Response } from 'express';
import { AppRequest, Context, Ctx, NS } from '../common/context';
import { IdPipe, ItemId } from '../common/http';
import { CreateOrganizerDto, CreateVenueDto, PlaceQuery, UpdateOrganizerDto, VenueDto } from './place.dto';
import { OrganizersService, VenuesService } from './places.service';

@Controller(`${NS}/venues`)
export class VenuesController {
  constructor(private readonly venues: VenuesService) {}

  @Get() list(@Query() q: PlaceQuery, @Ctx() ctx: Context) { return this.venues.list(q, ctx); }
  @Post() async create(@Body() dto: CreateVenueDto, @Ctx() ctx: Context, @Res({ passthrough: true }) res: Response) {
    const p = await this.venues.create(dto, ctx);
    res.setHeader('Location', String(p.rest_url));
    return p;
  }
  @Get(':id(\\d+)') get(@Param('id', IdPipe) id: ItemId, @Ctx() ctx: Context) { return this.venues.get({ id }, ctx); }
  @Put(':id(\\d+)') put(@Param('id', IdPipe) id: ItemId, @Body() dto: VenueDto, @Ctx() ctx: Context, @Req() req: AppRequest) { return this.venues.update({ id }, dto, ctx, req); }
  @Patch(':id(\\d+)') patch(@Param('id', IdPipe) id: ItemId, @Body() dto: VenueDto, @Ctx() ctx: Context, @Req() req: AppRequest) { return this.venues.update({ id }, dto, ctx, req); }
  @Post(':id(\\d+)') @HttpCode(200) post(@Param('id', IdPipe) id: ItemId, @Body() dto: VenueDto, @Ctx() ctx: Context, @Req() req: AppRequest) { return this.venues.update({ id }, dto, ctx, req); }
  @Delete(':id(\\d+)') remove(@Param('id', IdPipe) id: ItemId, @Ctx() ctx: Context, @Req() req: AppRequest) { return this.venues.remove({ id }, ctx, req); }

  @Get('by-slug/:slug') bySlug(@Param('slug') slug: string, @Ctx() ctx: Context) { return this.venues.get({ slug }, ctx); }
  @Put('by-slug/:slug') putSlug(@Param('slug') slug: string, @Body() dto: VenueDto, @Ctx() ctx: Context, @Req() req: AppRequest) { return this.venues.update({ slug }, dto, ctx, req); }
  @Patch('by-slug/:slug') patchSlug(@Param('slug') slug: string, @Body() dto: VenueDto, @Ctx() ctx: Context, @Req() req: AppRequest) { return this.venues.update({ slug }, dto, ctx, req); }
  @Post('by-slug/:slug') @HttpCode(200) postSlug(@Param('slug') slug: string, @Body() dto: VenueDto, @Ctx() ctx: Context, @Req() req: AppRequest) { return this.venues.update({ slug }, dto, ctx, req); }
  @Delete('by-slug/:slug') removeSlug(@Param('slug') slug: string, @Ctx() ctx: Context, @Req() req: AppRequest) { return this.venues.remove({ slug }, ctx, req); }
}

@Controller(`${NS}/organizers`)
export class OrganizersController {
  constructor(private readonly organizers: OrganizersService) {}

  @Get() list(@Query() q: PlaceQuery, @Ctx() ctx: Context) { return this.organizers.list(q, ctx); }
  @Post() async create(@Body() dto: CreateOrganizerDto, @Ctx() ctx: Context, @Res({ passthrough: true }) res: Response) {
    const p = await this.organizers.create(dto, ctx);
    res.setHeader('Location', String(p.rest_url));
    return p;
  }
  @Get(':id(\\d+)') get(@Param('id', IdPipe) id: ItemId, @Ctx() ctx: Context) { return this.organizers.get({ id }, ctx); }
  @Put(':id(\\d+)') put(@Param('id', IdPipe) id: ItemId, @Body() dto: UpdateOrganizerDto, @Ctx() ctx: Context, @Req() req: AppRequest) { return this.organizers.update({ id }, dto, ctx, req); }
  @Patch(':id(\\d+)') patch(@Param('id', IdPipe) id: ItemId, @Body() dto: UpdateOrganizerDto, @Ctx() ctx: Context, @Req() req: AppRequest) { return this.organizers.update({ id }, dto, ctx, req); }
  @Post(':id(\\d+)') @HttpCode(200) post(@Param('id', IdPipe) id: ItemId, @Body() dto: UpdateOrganizerDto, @Ctx() ctx: Context, @Req() req: AppRequest) { return this.organizers.update({ id }, dto, ctx, req); }
  @Delete(':id(\\d+)') remove(@Param('id', IdPipe) id: ItemId, @Ctx() ctx: Context, @Req() req: AppRequest) { return this.organizers.remove({ id }, ctx, req); }

  @Get('by-slug/:slug') bySlug(@Param('slug') slug: string, @Ctx() ctx: Context) { return this.organizers.get({ slug }, ctx); }
  @Put('by-slug/:slug') putSlug(@Param('slug') slug: string, @Body() dto: UpdateOrganizerDto, @Ctx() ctx: Context, @Req() req: AppRequest) { return this.organizers.update({ slug }, dto, ctx, req); }
  @Patch('by-slug/:slug') patchSlug(@Param('slug') slug: string, @Body() dto: UpdateOrganizerDto, @Ctx() ctx: Context, @Req() req: AppRequest) { return this.organizers.update({ slug }, dto, ctx, req); }
  @Post('by-slug/:slug') @HttpCode(200) postSlug(@Param('slug') slug: string, @Body() dto: UpdateOrganizerDto, @Ctx() ctx: Context, @Req() req: AppRequest) { return this.organizers.update({ slug }, dto, ctx, req); }
  @Delete('by-slug/:slug') removeSlug(@Param('slug') slug: string, @Ctx() ctx: Context, @Req() req: AppRequest) { return this.organizers.remove({ slug }, ctx, req); }
}
