/**
 * Reads all events page by page, and does nothing with them.
 *
 * @param {string} url @returns {Promise<number>} events a second
 */
export async function bareLoop(url) {
  const list = `${url}/vendor/events/v1/events?starts_after=1900-01-01&starts_before=2200-01-01&per_page=100`;
  const start = performance.now();
  let read = 0;
  for (let page = 1; ; page += 1) {
    const { events } = await (await fetch(`${list}&page=${page}`)).json();
    read += events.length;
    if (events.length < 100) return (read / (performance.now() - start)) * 1000;
  }
}
