/** A city with its IANA zone, centre, postal code and telephone pattern (`#` is a digit). */
interface City {
  readonly city: string;
  readonly country: string;
  readonly zone: string;
  readonly lat: number;
  readonly lng: number;
  readonly zip: string;
  readonly phone: string;
}

export const cities: readonly [City, ...City[]] = [
  {
    city: 'Amsterdam',
    country: 'Netherlands',
    zone: 'Europe/Amsterdam',
    lat: 52.3731,
    lng: 4.8926,
    zip: '10## AB',
    phone: '+31 20 555 01##',
  },
  {
    city: 'Utrecht',
    country: 'Netherlands',
    zone: 'Europe/Amsterdam',
    lat: 52.0908,
    lng: 5.1222,
    zip: '35## CD',
    phone: '+31 30 555 01##',
  },
  {
    city: 'Berlin',
    country: 'Germany',
    zone: 'Europe/Berlin',
    lat: 52.5174,
    lng: 13.3951,
    zip: '10###',
    phone: '+49 30 555 01##',
  },
  {
    city: 'Paris',
    country: 'France',
    zone: 'Europe/Paris',
    lat: 48.8589,
    lng: 2.32,
    zip: '750##',
    phone: '+33 1 55 55 01 ##',
  },
  {
    city: 'London',
    country: 'United Kingdom',
    zone: 'Europe/London',
    lat: 51.5074,
    lng: -0.1278,
    zip: 'E1 #AA',
    phone: '+44 20 5550 01##',
  },
];

/** A kind of event: its category, faker templates for titles, usual starting hours, length in minutes, prices. */
export interface EventKind {
  readonly category: string;
  readonly titles: readonly string[];
  readonly description: string;
  readonly hours: readonly number[];
  readonly minutes: readonly number[];
  /** Lowest and highest price; free when absent. */
  readonly cost?: readonly [number, number];
  readonly allDay?: true;
}

export const kinds: readonly EventKind[] = [
  {
    category: 'concerts',
    titles: ['{{person.fullName}} live', '{{music.genre}} night', 'An evening with {{person.fullName}}'],
    description: 'Doors open half an hour before the start. Support act: {{person.fullName}}.',
    hours: [19, 20, 21],
    minutes: [90, 120, 150],
    cost: [12, 60],
  },
  {
    category: 'theatre',
    titles: ['{{book.title}}, a stage reading', '{{person.lastName}} and {{person.lastName}}: a comedy'],
    description: 'Directed by {{person.fullName}}. With an interval.',
    hours: [14, 19, 20],
    minutes: [75, 105, 135],
    cost: [10, 45],
  },
  {
    category: 'workshops',
    titles: ['{{food.ethnicCategory}} cooking for beginners', 'Letterpress with {{person.firstName}}'],
    description: 'Taught by {{person.fullName}}. Materials are included.',
    hours: [9, 10, 13],
    minutes: [120, 180, 240],
    cost: [25, 120],
  },
  {
    category: 'talks',
    titles: ['{{person.fullName}} on {{science.chemicalElement.name}}', 'Book club: {{book.title}}'],
    description: 'Hosted by {{person.fullName}}. Questions are welcome.',
    hours: [17, 18, 20],
    minutes: [60, 90],
  },
  {
    category: 'festivals',
    titles: ['{{location.street}} street festival', '{{music.genre}} weekend'],
    description: 'Opened by {{person.fullName}}. Food and drink on the grounds.',
    hours: [0],
    minutes: [1440, 2880, 4320],
    allDay: true,
  },
];

/** The category tree: each category's name and, below another, its parent. */
export const categoryTree: Readonly<Record<string, { readonly name: string; readonly parent?: string }>> = {
  culture: { name: 'Culture' },
  concerts: { name: 'Concerts', parent: 'culture' },
  theatre: { name: 'Theatre', parent: 'culture' },
  learning: { name: 'Learning' },
  workshops: { name: 'Workshops', parent: 'learning' },
  talks: { name: 'Talks', parent: 'learning' },
  festivals: { name: 'Festivals' },
};

export const tagNames: readonly string[] = ['Family', 'Outdoors', 'Free entry', 'Accessible', 'Late night', 'Members'];

export const venueKinds: readonly string[] = ['Hall', 'Theatre', 'Museum', 'Library', 'Studio', 'Garden', 'Club'];
