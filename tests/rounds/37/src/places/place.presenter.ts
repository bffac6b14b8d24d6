import { Injectable } from '@nestjs/common';
import { Context, NS } from '../common/context';
import { bug, variant } from '../common/switches';
import { iso, SITE_ZONE } from '../common/time';
import { Organizer, Post, Venue } from '../entities';

@Injectable()
export class PlacePresenter {
  private common(p: Post, path: string, ctx: Context) {
    const self = `${ctx.base}/${NS}/${path}`;
    return { id: p.id, slug: p.slug, status: p.status, author: p.author, language: p.language, date: p.date, date_utc: p.dateUtc,
      rest_url: `${self}/${p.id}`, by_slug_url: `${self}/by-slug/${encodeURIComponent(p.slug)}`,
      description: variant('rendered-texts') ? { raw: p.description, rendered: p.description } : p.description, image: p.image, website: p.website };
  }
  private name(s: string) { return variant('rendered-texts') ? { raw: s, rendered: s } : s; }
  venue(v: Venue, ctx: Context) {
    return { ...this.common(v, 'venues', ctx), venue: this.name(v.title), show_map: v.showMap, show_map_link: v.showMapLink,
      address: v.address, city: v.city, country: v.country, province: v.province, state: v.state, zip: v.zip, phone: v.phone, stateprovince: v.stateprovince };
  }
  organizer(o: Organizer, ctx: Context) {
    return { ...this.common(o, 'organizers', ctx), organizer: this.name(o.title), phone: o.phone, email: o.email };
  }
}
