import { Column, Entity, Index, JoinTable, ManyToMany, PrimaryGeneratedColumn } from 'typeorm';

const json = { to: (v: unknown) => (v === null || v === undefined ? null : JSON.stringify(v)), from: (v: string | null) => (v === null ? null : JSON.parse(v)) };

export abstract class Post {
  @PrimaryGeneratedColumn() id: number;
  @Column('text') title: string;
  @Index() @Column('text') slug: string;
  @Column('text', { default: '' }) description: string;
  @Column('text', { default: 'publish' }) status: string;
  @Column('integer', { default: 0 }) author: number;
  @Column('text') date: string;
  @Column('text') dateUtc: string;
  @Column('text', { default: 'en' }) language: string;
  @Column('text', { nullable: true }) image: string | null;
  @Column('text', { nullable: true }) website: string | null;
}
@Entity('venue')
export class Venue extends Post {
  @Column('text', { nullable: true }) showMap: string | null;
  @Column('text', { nullable: true }) showMapLink: string | null;
  @Column('text', { nullable: true }) address: string | null;
  @Column('text', { nullable: true }) city: string | null;
  @Column('text', { nullable: true }) country: string | null;
  @Column('text', { nullable: true }) province: string | null;
  @Column('text', { nullable: true }) state: string | null;
  @Column('text', { nullable: true }) zip: string | null;
  @Column('text', { nullable: true }) phone: string | null;
  @Column('text', { nullable: true }) stateprovince: string | null;
}
@Entity('organizer')
export class Organizer extends Post {
  @Column('text', { nullable: true }) phone: string | null;
  @Column('text', { nullable: true }) email: string | null;
}
export abstract class Term {
  @PrimaryGeneratedColumn() id: number;
  @Column('text') name: string;
  @Index() @Column('text') slug: string;
  @Column('text', { default: '' }) description: string;
  @Column('text', { default: 'en' }) language: string;
}
@Entity('category')
export class Category extends Term { @Column('integer', { default: 0 }) parent: number }
@Entity('tag')
export class Tag extends Term {}

const join = (name: string, other: string) => ({ name, joinColumn: { name: 'eventId' }, inverseJoinColumn: { name: other } });
@Entity('event')
export class Event extends Post {
  @Column('text', { default: '' }) excerpt: string;
  @Index() @Column('text') startDate: string;
  @Column('text') endDate: string;
  @Column('text') utcStart: string;
  @Column('text') utcEnd: string;
  @Column('text') timezone: string;
  @Column('boolean', { default: false }) allDay: boolean;
  @Column('text', { nullable: true, transformer: json }) cost: string | number | boolean | null;
  @Column('boolean', { default: true }) showMap: boolean;
  @Column('boolean', { default: true }) showMapLink: boolean;
  @Column('boolean', { default: false }) hideFromListings: boolean;
  @Column('boolean', { default: false }) sticky: boolean;
  @Column('boolean', { default: false }) featured: boolean;
  @Column('text', { nullable: true }) password: string | null;
  /** The order in which the client gave the linked records. */
  @Column('text', { nullable: true, transformer: json }) linkOrder: Record<string, number[]> | null;
  @ManyToMany(() => Category) @JoinTable(join('event_category', 'categoryId')) categories: Category[];
  @ManyToMany(() => Tag) @JoinTable(join('event_tag', 'tagId')) tags: Tag[];
  @ManyToMany(() => Venue) @JoinTable(join('event_venue', 'venueId')) venue: Venue[];
  @ManyToMany(() => Organizer) @JoinTable(join('event_organizer', 'organizerId')) organizer: Organizer[];
}
export const ENTITIES = [Event, Venue, Organizer, Category, Tag];
