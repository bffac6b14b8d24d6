import { ref } from '../../../generators/wire-value.js';
import type { ReadingProbe } from './reading-probe.js';

const tag = (key: string) => ref('tags', key);
const event = (key: string) => ref('events', key);
const onlyIncluded = { in: ['t1'], out: ['t2', 't3'] };
const allButExcluded = { in: ['t1', 't3'], out: ['t2'] };

/** The probes of terms. No event has `t4` and only a draft has `t5`. */
export const termProbes: readonly ReadingProbe[] = [
  {
    collection: 'tags',
    query: { hide_empty: true },
    marks: {
      'terms.counted-events': {
        published: { in: ['t1'], out: ['t4', 't5'] },
        'any-status': { in: ['t1', 't5'], out: ['t4'] },
      },
      'terms.include-hide-empty': { both: { in: ['t1'], out: ['t4'] }, 'include-wins': { in: ['t1'], out: ['t4'] } },
    },
  },
  {
    collection: 'tags',
    query: { include: [tag('t1'), tag('t4')], hide_empty: true },
    marks: {
      'terms.include-hide-empty': {
        both: { in: ['t1'], out: ['t2', 't4'] },
        'include-wins': { in: ['t1', 't4'], out: ['t2'] },
      },
      'terms.include-exclude': { both: onlyIncluded, 'include-wins': onlyIncluded, 'exclude-wins': onlyIncluded },
    },
  },
  {
    collection: 'tags',
    query: { exclude: [tag('t2')] },
    marks: {
      'terms.include-exclude': {
        both: allButExcluded,
        'include-wins': allButExcluded,
        'exclude-wins': allButExcluded,
      },
    },
  },
  {
    collection: 'tags',
    query: { include: [tag('t1'), tag('t2')], exclude: [tag('t2')] },
    marks: {
      'terms.include-exclude': {
        both: { in: ['t1'], out: ['t2', 't3'] },
        'include-wins': { in: ['t1', 't2'], out: ['t3'] },
        'exclude-wins': { in: ['t1', 't3'], out: ['t2'] },
      },
    },
  },
  {
    collection: 'tags',
    query: { post: event('e2'), event: event('e4') },
    marks: {
      'terms.post-event': {
        both: { out: ['t1', 't2', 't3'] },
        'post-wins': { in: ['t2'], out: ['t1', 't3'] },
        'event-wins': { in: ['t3'], out: ['t1', 't2'] },
      },
    },
    refused: { 'terms.post-event': 'both' },
  },
  {
    collection: 'categories',
    query: { parent: ref('categories', 'c1'), hide_empty: false },
    marks: {
      'terms.parent': {
        children: { in: ['c2'], out: ['c1', 'c3', 'c5'] },
        descendants: { in: ['c2', 'c5'], out: ['c1', 'c3'] },
      },
    },
  },
  {
    collection: 'tags',
    query: { orderby: 'name', order: 'desc' },
    marks: {
      'terms.order-words': { 'asc-desc': { order: ['t1', 't3', 't2'] }, 'ascending-descending': {} },
    },
    refused: { 'terms.order-words': 'ascending-descending' },
  },
];
