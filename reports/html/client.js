/**
 * The behaviour of a page: filters, links that unfold their targets, copy buttons, keys, print. It only shows and hides
 * what is on the page; it creates no markup and sends no requests.
 */
'use strict';
(() => {
  const form = document.querySelector('#filters');
  const items = [...document.querySelectorAll('[data-outcome]')];
  const groups = [...document.querySelectorAll('[data-group]')].reverse();
  const parts = [...document.querySelectorAll('main > .part')].filter((part) => part.querySelector('[data-outcome]'));
  const texts = new Map();

  /** The text of an item that a search covers: all but its exchanges. */
  const textOf = (item) => {
    const known = texts.get(item);
    if (known !== undefined) return known;
    const spoken = [...item.children].filter((child) => !child.matches('.evidence'));
    const text = `${item.id} ${spoken.map((child) => child.textContent).join(' ')}`.toLowerCase();
    texts.set(item, text);
    return text;
  };

  /** Whether one of the words of an attribute is wanted, or nothing is. */
  const isOneOf = (wanted, words = '') => wanted.length === 0 || words.split(' ').some((word) => wanted.includes(word));

  const names = ['outcome', 'level', 'suite', 'profile', 'operation', 'text'];

  const matches = (item, query) =>
    isOneOf(query.getAll('outcome'), item.dataset.outcome) &&
    isOneOf(query.getAll('level'), item.dataset.level) &&
    isOneOf(query.getAll('suite'), item.dataset.suite) &&
    isOneOf(query.getAll('profile'), item.dataset.profile) &&
    isOneOf(query.getAll('operation'), item.dataset.operations) &&
    query.getAll('text').every((words) =>
      words
        .toLowerCase()
        .split(/\s+/)
        .every((word) => textOf(item).includes(word)),
    );

  const toQuery = () => {
    const fields = [...new FormData(form)].filter(([, value]) => value !== '');
    const kept = [...new URLSearchParams(extra)];
    return new URLSearchParams([...fields, ...kept]);
  };

  /** What a link asked for that the form cannot hold: an operation, a profile. */
  let extra = new URLSearchParams();

  /** The rows of each table in the order that the page came with, which is the one without a choice. */
  const tables = [...document.querySelectorAll('.board tbody')].map((body) => ({ body, rows: [...body.rows] }));
  const worst = ['failed', 'known', 'cantTell', 'untested', 'passed', 'inapplicable', ''];

  const orders = {
    id: (one, other) => one.id.localeCompare(other.id),
    date: (one, other) => one.dataset.date.localeCompare(other.dataset.date),
  };
  const rankOf = (row, order) => worst.indexOf(row.cells[Number(order) + 1].className);
  const compareBy = (order) => orders[order] ?? ((one, other) => rankOf(one, order) - rankOf(other, order));

  /** A row that is moved loses the focus: none is moved in vain. */
  const sortBoard = (order) => {
    for (const { body, rows } of tables) {
      const sorted = order ? rows.toSorted(compareBy(order)) : rows;
      if (sorted.some((row, at) => row !== body.rows[at])) body.append(...sorted);
    }
  };

  const apply = () => {
    const query = toQuery();
    const isFiltered = [...query.keys()].some((name) => name !== 'sort');
    sortBoard(query.get('sort'));
    for (const item of items) item.hidden = isFiltered && !matches(item, query);
    for (const item of items) if (!item.hidden) uncover(item);
    for (const group of [...groups, ...parts]) {
      group.hidden = isFiltered && !group.querySelector('[data-outcome]:not([hidden])');
      if (isFiltered && group.firstElementChild?.hidden) unfold(group);
    }
    const shown = new Set(items.filter((item) => !item.hidden).map(nameOf)).size;
    const all = new Set(items.map(nameOf)).size;
    const also = [...extra.values()].join(', ');
    form.elements.shown.value = isFiltered ? `${shown} of ${all} shown${also ? ` (${also})` : ''}` : '';
    document.documentElement.classList.toggle('filtered', isFiltered);
    return query;
  };

  const nameOf = (item) => item.querySelector('code')?.textContent ?? item.id;

  /** An item within another one is of no use while that one is hidden. */
  const uncover = (item) => {
    for (let outer = item.parentElement; outer; outer = outer.parentElement) {
      if (outer.matches('[data-outcome]')) outer.hidden = false;
    }
  };

  /** Opens what a group holds below a cause that is filtered away. */
  const unfold = (group) => {
    for (const more of group.querySelectorAll(':scope > .more')) {
      more.open ||= more.querySelector('[data-outcome]:not([hidden])') !== null;
    }
  };

  const remember = (query) => {
    const address = query.size > 0 ? `#?${query}` : location.pathname + location.search;
    try {
      history.replaceState(null, '', address);
    } catch {
      // A page that has no address of its own is filtered all the same.
    }
  };

  /** Takes over what a link says: a filter, or a place that may be folded or filtered away. */
  const follow = () => {
    const name = location.hash.slice(1);
    if (form && name.startsWith('?')) return filterBy(new URLSearchParams(name.slice(1)));
    const place = name === '' ? null : document.getElementById(name);
    if (place) reveal(place);
  };

  const filterBy = (query) => {
    form.reset();
    for (const input of form.querySelectorAll('[name]')) {
      const wanted = query.getAll(input.name);
      if (input.type === 'checkbox') input.checked = wanted.includes(input.value);
      else if (input.name !== 'shown' && wanted.length > 0) input.value = wanted[0];
    }
    const held = [...new FormData(form)].map(String);
    extra = new URLSearchParams(
      [...query].filter((field) => names.includes(field[0]) && !held.includes(String(field))),
    );
    apply();
    (parts.find((part) => !part.hidden) ?? form).scrollIntoView({ block: 'start' });
  };

  const reveal = (place) => {
    if (place.closest('[hidden]')) clear();
    for (let outer = place; outer; outer = outer.parentElement) if (outer.matches('details')) outer.open = true;
    place.querySelector(':scope > .evidence')?.setAttribute('open', '');
    place.scrollIntoView({ block: 'start' });
    place.focus({ preventScroll: true });
  };

  const clear = () => {
    form.reset();
    extra = new URLSearchParams();
    remember(apply());
  };

  const copy = async (button) => {
    const text = button.closest('.copyable').querySelector('pre').textContent;
    const done = await navigator.clipboard.writeText(text).then(
      () => true,
      () => copyOldWay(text),
    );
    button.textContent = done ? 'Copied' : 'Select it and copy';
    setTimeout(() => (button.textContent = 'Copy'), 2000);
  };

  /** Where the clipboard is closed to pages from disk. */
  const copyOldWay = (text) => {
    const area = document.createElement('textarea');
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand('copy');
    area.remove();
    return done;
  };

  /** Sorts the rows of a table by a column; a second time the other way round. */
  const sortByColumn = (head) => {
    const by = head.getAttribute('aria-sort') === 'ascending' ? -1 : 1;
    for (const other of head.parentElement.children) other.removeAttribute('aria-sort');
    head.setAttribute('aria-sort', by === 1 ? 'ascending' : 'descending');
    const { cellIndex } = head;
    const text = (row) => row.cells[cellIndex].textContent;
    const body = head.closest('table').tBodies[0];
    const rows = [...body.rows];
    rows.sort((one, other) => by * text(one).localeCompare(text(other), 'en', { numeric: true }));
    body.append(...rows);
  };

  /** The failures that can be seen, in their order. */
  const failures = () =>
    [...document.querySelectorAll('.failure, .has-failure')].filter((one) => one.checkVisibility());

  const step = (by) => {
    const all = failures();
    const at = all.indexOf(document.activeElement?.closest('.failure, .has-failure'));
    const next = all[at === -1 ? (by > 0 ? 0 : all.length - 1) : (at + by + all.length) % all.length];
    next?.scrollIntoView({ block: 'start' });
    next?.focus({ preventScroll: true });
  };

  const toggle = () => {
    const failure = document.activeElement?.closest('.failure, .has-failure');
    for (const folded of failure?.querySelectorAll(':scope > .evidence, td > details') ?? [])
      folded.open = !folded.open;
  };

  const footer = document.querySelector('.keys');

  /** Shows the keys above the page, or puts them back to its end. */
  const showKeys = (raised = !footer.classList.contains('raised')) => {
    footer.classList.toggle('raised', raised);
    if (raised) footer.focus({ preventScroll: true });
  };

  const leave = () => {
    if (footer?.classList.contains('raised')) showKeys(false);
    else if (form) clear();
  };

  const keys = {
    ...(form && { '/': () => form.elements.text.select() }),
    ...(footer && { '?': () => showKeys() }),
    Escape: leave,
    n: () => step(1),
    p: () => step(-1),
    o: toggle,
  };

  document.addEventListener('keydown', (event) => {
    const isTyping = event.target.matches?.('input[type="search"], select, textarea');
    if (event.ctrlKey || event.metaKey || event.altKey || (isTyping && event.key !== 'Escape')) return;
    const act = Object.hasOwn(keys, event.key) ? keys[event.key] : undefined;
    if (!act) return;
    event.preventDefault();
    act();
  });

  document.addEventListener('click', (event) => {
    const button = event.target.closest?.('.copy, .sort');
    if (button?.matches('.copy')) void copy(button);
    else if (button) sortByColumn(button.closest('th'));
  });

  /** On paper nothing can be opened: what shows a failure is open there. */
  let opened = [];
  addEventListener('beforeprint', () => {
    opened = [...document.querySelectorAll('.failure > .evidence, .reasons > details, .facts details')].filter(
      (one) => !one.open,
    );
    for (const one of opened) one.open = true;
  });
  addEventListener('afterprint', () => {
    for (const one of opened) one.open = false;
  });

  /** The first part or item that a search has left. */
  const found = (all) => all.find((one) => one.checkVisibility());

  form?.addEventListener('input', () => {
    remember(apply());
    if (document.documentElement.classList.contains('filtered')) found(parts)?.scrollIntoView({ block: 'start' });
  });
  form?.addEventListener('submit', (event) => {
    event.preventDefault();
    const item = found(items);
    if (item) reveal(item.matches('details') ? item.querySelector('summary') : item);
  });
  form?.addEventListener('reset', () => {
    extra = new URLSearchParams();
    setTimeout(() => remember(apply()));
  });
  addEventListener('hashchange', follow);
  for (const hidden of document.querySelectorAll('#filters, .keys, .copy')) hidden.hidden = false;
  follow();
})();
