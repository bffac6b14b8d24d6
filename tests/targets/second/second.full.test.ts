import type { WorldFile } from '../../../contract/world-file.js';
import { describeSite, followed, followedAtEdges, remarks, remarksAtEdges } from './expect-sites.js';
import worldFile from './world.json' with { type: 'json' };

const world = worldFile as WorldFile;

describeSite({
  name: 'east of its events, with extensions',
  seed: 2,
  options: { zone: 'Asia/Kathmandu', world },
  follows: { ...followed, ...followedAtEdges },
  remarks: [...remarks, ...remarksAtEdges, 'events.list.readings.geoloc-alone'],
});

describeSite({
  name: 'far from UTC, in which it compares',
  seed: 3,
  options: { zone: 'Pacific/Kiritimati', comparedIn: 'UTC' },
  follows: { ...followed, 'list.compared-time': 'utc' },
  remarks,
});
