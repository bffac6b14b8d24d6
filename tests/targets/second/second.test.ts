import { describeSite, followed, followedAtEdges, remarks, remarksAtEdges } from './expect-sites.js';

describeSite({
  name: 'west of its events',
  seed: 1,
  options: { zone: 'America/New_York' },
  follows: { ...followed, ...followedAtEdges },
  remarks: [...remarks, ...remarksAtEdges],
});
