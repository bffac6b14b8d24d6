import { resourceOf } from '../../../contract/resources.js';
import { aboutFields } from '../../about-fields.js';
import type { Fault } from '../../fault.js';
import { representing } from '../../represent.js';

const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/** The slug is made anew whenever a record is shown. */
const slugOfName: Fault = {
  id: 'records.read.slug-of-name',
  clause: 'address.slug',
  neighbours: ['event.field.slug', 'category.field.slug', 'tag.field.slug'],
  statement: 'Records show the slug that their name would have, not the one under which they are kept.',
  create: representing((lens, collection, record) =>
    lens.withField(collection, record, 'slug', slugOf(lens.text(collection, record, resourceOf(collection).label))),
  ),
};

const statuses = { events: ['status'], venues: ['status'], organizers: ['status'] };

/** The status is shown as people read it. */
const statusAsLabel: Fault = {
  id: 'records.read.status-as-label',
  ...aboutFields(statuses),
  statement: 'Records show the label of their status, such as Draft, which no create takes.',
  create: representing((lens, collection, record) => {
    const status = lens.text(collection, record, 'status');
    if (status === '') return record;
    return lens.withField(collection, record, 'status', `${status.charAt(0).toUpperCase()}${status.slice(1)}`);
  }),
};

/** Robots are not to find addresses. */
const emailDisguised: Fault = {
  id: 'organizers.read.email-disguised',
  ...aboutFields({ organizers: ['email'] }),
  statement: 'Organizers show their e-mail address with " [at] " in it.',
  create: representing((lens, collection, record) => {
    const email = lens.text(collection, record, 'email');
    return email === '' ? record : lens.withField(collection, record, 'email', email.replace('@', ' [at] '));
  }),
};

/** Records that are shown otherwise than they are, wherever they are shown. */
export const presenters: readonly Fault[] = [slugOfName, statusAsLabel, emailDisguised];
