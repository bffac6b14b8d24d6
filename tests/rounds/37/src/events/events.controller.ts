import { Body, Controller, Delete, Get, Header, HttpCode, Param, Patch, Post, Put, Query, Req, Res } from '@nestjs/common';
import { Response } from 'express';
import { AppRequest, Context, Ctx, NS } from '../common/context';
import { IdPipe, ItemId } from '../common/http';
import { bug } from '../common/switches';
import { CreateEventDto, EventDto, EventQuery } from './event.dto';
import { EventsService } from './events.service';

const ID = bug('id-prefix-parse') ? ':id' : ':id(\\d+)';
const pass = (req: AppRequest, dto?: EventDto): string | undefined => {
  const p = req.query.password ?? dto?.password ?? (req.body as any)?.password;
  return typeof p === 'string' ? p : undefined;
};

@Controller(`${NS}/events`)
export class EventsController {
  constructor(private readonly events: EventsService) {}

  @Get() list(@Query() q: EventQuery, @Ctx() ctx: Context) { return this.events.list(q, ctx); }
  @Post() async create(@Body() dto: CreateEventDto, @Ctx() ctx: Context, @Res({ passthrough: true }) res: Response) {
    const e = await this.events.create(dto, ctx);
    res.setHeader('Location', e.rest_url);
    return e;
  }
  @Get(ID) get(@Param('id', IdPipe) id: ItemId, @Ctx() ctx: Context, @Req() req: AppRequest) { return this.events.get({ id }, ctx, pass(req)); }
  @Put(ID) put(@Param('id', IdPipe) id: ItemId, @Body() dto: EventDto, @Ctx() ctx: Context, @Req() req: AppRequest) { return this.update({ id }, dto, ctx, req); }
  @Patch(ID) patch(@Param('id', IdPipe) id: ItemId, @Body() dto: EventDto, @Ctx() ctx: Context, @Req() req: AppRequest) { return this.update({ id }, dto, ctx, req); }
  @Post(ID) @HttpCode(200) post(@Param('id', IdPipe) id: ItemId, @Body() dto: EventDto, @Ctx() ctx: Context, @Req() req: AppRequest) { return this.update({ id }, dto, ctx, req); }
  @Delete(ID) remove(@Param('id', IdPipe) id: ItemId, @Ctx() ctx: Context, @Req() req: AppRequest) { return this.events.remove({ id }, ctx, req, pass(req)); }

  @Get('by-slug/:slug') bySlug(@Param('slug') slug: string, @Ctx() ctx: Context) { return this.events.get({ slug: this.slug(slug) }, ctx); }
  @Put('by-slug/:slug') putSlug(@Param('slug') slug: string, @Body() dto: EventDto, @Ctx() ctx: Context, @Req() req: AppRequest) { return this.update({ slug: this.slug(slug) }, dto, ctx, req); }
  @Patch('by-slug/:slug') patchSlug(@Param('slug') slug: string, @Body() dto: EventDto, @Ctx() ctx: Context, @Req() req: AppRequest) { return this.update({ slug: this.slug(slug) }, dto, ctx, req); }
  @Post('by-slug/:slug') @HttpCode(200) postSlug(@Param('slug') slug: string, @Body() dto: EventDto, @Ctx() ctx: Context, @Req() req: AppRequest) { return this.update({ slug: this.slug(slug) }, dto, ctx, req); }
  @Delete('by-slug/:slug') removeSlug(@Param('slug') slug: string, @Ctx() ctx: Context, @Req() req: AppRequest) { return this.events.remove({ slug: this.slug(slug) }, ctx, req, pass(req)); }

  private slug(s: string) { return bug('slug-double-encoded') ? encodeURIComponent(s) : s; }
  private update(where: { id?: number; slug?: string }, dto: EventDto, ctx: Context, req: AppRequest) {
    return this.events.update(where, { ...dto, password: pass(req, dto) }, ctx, req);
  }
}
