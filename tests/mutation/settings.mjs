const editor = { id: 7, name: 'editor', password: 'correct horse', role: 'editor' };

/**
 * How the reference server is set up while it is judged: once with everything in its world, its indexes cut into small
 * chunks and its handler called without a wire, and once, over one and more quickly, at another address and with users,
 * one of whom asks. Neither is whole hours ahead of UTC, and the first changes its clocks.
 */
export const settings = [
  {
    name: 'open',
    isWorth: () => true,
    wantsWorld: true,
    isOnWire: false,
    root: '',
    namespace: 'vendor/events/v1',
    server: { zone: 'America/St_Johns', chunk: 4 },
    headers: [],
  },
  {
    name: 'guarded',
    isWorth: ({ thorough }) => thorough !== true,
    wantsWorld: false,
    isOnWire: true,
    root: '/wp-json',
    namespace: 'acme/calendar/v2',
    server: {
      basePath: '/wp-json',
      namespace: 'acme/calendar/v2',
      zone: 'Asia/Kathmandu',
      users: { users: [editor] },
    },
    headers: [['authorization', `Basic ${btoa(`${editor.name}:${editor.password}`)}`]],
  },
];
