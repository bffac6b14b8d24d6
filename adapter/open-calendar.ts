import { collections } from '../contract/resources.js';
import type { Watch } from '../kernel/monitor.js';
import { openScope } from '../kernel/scope.js';
import type { CleanedUp, PreparedTarget } from '../kernel/trial.js';
import { AT_ONCE, createLimit } from '../wire/client/admission.js';
import type { Exchange } from '../wire/exchange.js';
import { type Calendar, createdId } from './calendar/calendar.js';
import { locate } from './calendar/locate.js';
import { calendarFor, type OpenOptions as ContextOptions, type TargetContext } from './calendar/target-context.js';
import { existingNeeds, findExisting, foundIn } from './learn/existing-events.js';
import { learnRights } from './learn/rights/learn-rights.js';
import { closeContext, openContext } from './open-context.js';
import { prepareFoundWorld, prepareMadeWorld } from './prepare-world.js';
import { withPinned } from './profile/pinned-facts.js';
import { blankProfile, type TargetProfile } from './profile/target-profile.js';
import type { Lens } from './reading/lens.js';
import type { Subject } from './subject.js';
import { findProvisioned, nothingProvisioned } from './world/provisioned-records.js';
import { withRedacted } from './world/redacted-records.js';
import { pickDays } from './world/world-design.js';
import { createWorld, type Existing, nothingExisting, type Provisioned, type World } from './world/world.js';
export type { Site } from './profile/target-profile.js';

/** How a target is opened. */
export interface OpenOptions extends ContextOptions {
  /** Who watches the executions of requirements, once the target and its world are known; nobody when omitted. */
  readonly watchBy?: (profile: TargetProfile, world: World) => Watch;
}

/** A calendar ready for judging. */
export interface OpenedCalendar extends PreparedTarget<Subject, World> {
  readonly profile: TargetProfile;
  readonly marker: string;
  /** The exchanges that created the records of the world; none where these were found. */
  readonly creates: readonly Exchange[];
  /** How many requests learning sent for further pages of lists, which the records of others may fill. */
  readonly turned: number;
}

/** Learns a target and builds the world on it. `close` deletes the world; a failed opening does so itself. */
export async function openCalendar(options: OpenOptions): Promise<OpenedCalendar> {
  const context = openContext(options, 'world');
  try {
    return await open(context, options.watchBy);
  } catch (error) {
    await closeContext(context, blankProfile(options.site));
    throw error;
  }
}

async function open(context: TargetContext, watchBy: OpenOptions['watchBy']): Promise<OpenedCalendar> {
  const { options, scope, marker, canaries } = context;
  const days = pickDays(options);
  const {
    profile: learned,
    own,
    ...ground
  } = await (options.mode === 'sandbox' ? prepareMadeWorld : prepareFoundWorld)(context, days);
  const calendar = calendarFor(context, learned, scope);
  const isNeeded = existingNeeds.some((need) => options.needs?.has(need) ?? true);
  const existing = isNeeded ? await findExisting(calendar, marker.text) : nothingExisting;
  const found = { ...learned, lacks: withFound(learned.lacks, existing) };
  const knowing = await learnRights(context, found, { ...ground, ...days, own });
  const profile = options.pinned ? withPinned(knowing, options.pinned) : knowing;
  const { provisioned = await provisionedOn(calendar, options.worldFile) } = ground;
  let cleanedUp: CleanedUp | undefined;
  const isProtected = (id: string): boolean => existing.protectedEvents.some((event) => event.id === id);
  const records = withRedacted(ground.records, isProtected);
  const world = createWorld({ ...days, ...ground, marker: marker.text, records, profile, provisioned, existing });
  const watch = watchBy?.(profile, world);
  return {
    profile,
    world,
    marker: marker.text,
    creates: scope.exchanges.filter((one) => isCreateOf(world, calendar.lens, one)),
    turned: scope.exchanges.filter(isFurtherPage).length,
    get sent() {
      return options.sent();
    },
    sampled: options.mode === 'readonly',
    lacks: (need) => profile.lacks.get(need),
    open(requirement) {
      const limited = createLimit(AT_ONCE);
      const owner = requirement === undefined ? {} : { requirement };
      const send: OpenOptions['send'] = (request, about) =>
        limited(() => options.send(request, { ...about, ...owner }));
      const own = openScope({ phase: 'arrange', quota: options.executionQuota, send });
      const deleted: string[] = [];
      const as = (name: string): Calendar =>
        calendarFor(context, profile, own, { as: name, observe: canaries.expectKept, deleted });
      return {
        scope: own,
        subject: {
          world,
          calendar: calendarFor(context, profile, own, { deleted }),
          as,
          in: (language) => calendarFor(context, profile, own, { deleted, via: { language } }),
          canaries,
        },
        locate: (exchange) => locate(profile, exchange),
        ...(watch && { watch }),
      };
    },
    async close() {
      cleanedUp = await closeContext(context, profile);
      return cleanedUp.left;
    },
    get outages() {
      return options.outages;
    },
    get cleanedUp() {
      return cleanedUp;
    },
  };
}

function isCreateOf(world: World, lens: Lens, exchange: Exchange): boolean {
  const { method, target } = exchange.request;
  const [path = ''] = target.split('?');
  const collection = collections.find((one) => path.endsWith(`/${one}`));
  if (method !== 'POST' || !collection) return false;
  const id = createdId(lens, collection, exchange);
  const isLocalized = world.localized.some((one) => one.ref.ref === collection && one.id === id);
  return id !== undefined && (isLocalized || world.refOf(collection, id) !== undefined);
}

const isFurtherPage = ({ request }: Exchange): boolean => /[?&]page=(?:[2-9]|[1-9]\d)/.test(request.target);

function withFound(lacks: TargetProfile['lacks'], existing: Existing): TargetProfile['lacks'] {
  const found: readonly string[] = foundIn(existing);
  return new Map([...lacks].filter(([capability]) => !found.includes(capability)));
}

const provisionedOn = (calendar: Calendar, file: OpenOptions['worldFile']): Promise<Provisioned> | Provisioned =>
  file ? findProvisioned(calendar, file) : nothingProvisioned;
