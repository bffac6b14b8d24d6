const editor = { id: 7, name: 'editor', password: 'correct horse', role: 'editor' };

/**
 * How the reference server is set up while it is judged: once with everything in its world, and once, more quickly, at
 * another address, in another zone and with users, one of whom asks.
 */
export const settings = [
  {
    name: 'open',
    isWorth: () => true,
    wantsWorld: true,
    root: '',
    namespace: 'vendor/events/v1',
    server: {},
    headers: [],
  },
  {
    name: 'guarded',
    isWorth: ({ thorough }) => thorough !== true,
    wantsWorld: false,
    root: '/wp-json',
    namespace: 'acme/calendar/v2',
    server: { basePath: '/wp-json', namespace: 'acme/calendar/v2', zone: 'Asia/Kathmandu', users: { users: [editor] } },
    headers: [['authorization', `Basic ${btoa(`${editor.name}:${editor.password}`)}`]],
  },
];
