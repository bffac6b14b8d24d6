import fc from 'fast-check';
import type { Collection } from '../../contract/field.js';
import { resources } from '../../contract/resources.js';
import { type CalendarRequirement, requirement } from '../../target/subject.js';
import { RETURNS } from '../expect-selection.js';
import { expectListed } from './expect-list.js';
import { baseQueryOf, isPlain } from './ground.js';

/** The list of a collection works at all: what is published and in view is in it. */
export const showsEach = (collection: Collection): CalendarRequirement =>
  requirement({
    id: `${collection}.list.each`,
    level: 'MUST',
    clause: `${resources[collection].singular}.list`,
    operations: [`${collection}.list`],
    profile: 'core',
    needs: [`${collection}.list`],
    establishes: `${collection}.list`,
    effects: 'reads',
    statement: `A list holds each of the ${collection} that are published and, over all its pages, leaves none out.`,
    cost: 1,
    witnesses: [RETURNS],
    given: (world) => fc.constant(baseQueryOf(world, collection)),
    check: (subject, query) => expectListed(subject, collection, query, { among: isPlain(subject.world) }),
  });
