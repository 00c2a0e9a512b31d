// A run's timeline, kept live by its event stream. Only the rows in view exist as elements, so that a run of
// thousands of steps scrolls like a short one. All text goes in as text, never as HTML.
(() => {
  const place = document.getElementById('waterfall');
  if (!place) return;
  const ROW = 26, run = place.dataset.run, box = document.getElementById('rows'), axis = document.getElementById('axis');
  const details = document.getElementById('details'), state = document.getElementById('link-state'), zoom = document.getElementById('zoom');
  const skew = Date.parse(place.dataset.now) - Date.now();
  const now = () => Date.now() + skew;
  const space = box.appendChild(element('div', 'space'));
  space.setAttribute('role', 'presentation');

  // --- what happened: rows in the order of their start

  const rows = [], open = new Map();
  let last = 0, over = false, first = Date.parse(place.dataset.created), end = first;

  function add(kind, key, label, at, more) {
    const row = { kind, label, start: at, end: null, status: '', facts: {}, progress: null, deadline: null, ...more };
    row.index = rows.push(row) - 1;
    if (key) open.set(key, row);
    return row;
  }
  function close(key, at, status) {
    const row = open.get(key);
    open.delete(key);
    if (row) { row.end = at; row.status = status; }
    return row;
  }
  function mark(label, at, more) { const row = add('mark', null, label, at, more); row.end = at; return row; }
  function millis(iso) {
    const p = /^P(?:([\d.]+)D)?(?:T(?:([\d.]+)H)?(?:([\d.]+)M)?(?:([\d.]+)S)?)?$/.exec(iso || '');
    return p ? (((+p[1] || 0) * 24 + (+p[2] || 0)) * 60 + (+p[3] || 0)) * 60000 + (+p[4] || 0) * 1000 : 0;
  }

  const told = {
    'run.queued': (d, at) => add('queue', 'queue', 'waiting to start', at),
    'run.started': (d, at) => { close('queue', at, ''); },
    'run.resumed': (d, at) => { close('queue', at, ''); mark('resumed by ' + d.owner, at, { warn: true, facts: d }); },
    'run.cancelling': (d, at) => mark('cancel asked for', at, { warn: true, facts: d }),
    'run.finished': (d, at) => {
      for (const key of [...open.keys()]) close(key, at, key === 'turn' || key === 'queue' ? '' : d.status === 'completed' ? 'succeeded' : d.status);
      mark('run ' + words(d.status), at, { warn: d.status !== 'completed', facts: d });
      over = true;
    },
    'turn.started': (d, at) => { close('turn', at, ''); add('turn', 'turn', 'Turn ' + d.turn, at, { facts: d }); },
    'model.started': (d, at) => add('model', 'model', d.model, at, { facts: d }),
    'model.retrying': (d, at) => {
      const row = open.get('model');
      if (row) { row.note = 'attempt ' + (d.attempt + 1); row.facts = { ...row.facts, ['retry ' + d.attempt]: d.reason + ' – again after ' + d.delay }; }
    },
    'model.finished': (d, at) => { const row = close('model', at, 'succeeded'); if (row) row.facts = { ...row.facts, ...d }; },
    'message.completed': (d, at) => mark('message', at, { facts: d }),
    'tool.dispatched': (d, at) => add('tool', d.callId, d.server + '.' + d.tool, at, { call: d.callId, facts: d, deadline: millis(d.deadline?.value) }),
    'tool.progress': d => { const row = open.get(d.callId); if (row) { row.progress = d.total ? Math.min(1, d.progress / d.total) : null; row.note = d.message || (d.total ? '' : String(d.progress)); } },
    'tool.finished': (d, at) => {
      if (!open.has(d.callId)) add('tool', d.callId, (d.server ? d.server + '.' : '') + d.tool, at, { call: d.callId });
      const row = close(d.callId, at, d.status);
      row.note = d.status === 'succeeded' ? '' : words(d.errorCode || d.status);
      row.facts = { ...row.facts, ...d };
    },
    'mcp.reconnected': (d, at) => mark(d.server + ' reconnected', at, { facts: d }),
    'budget.warning': (d, at) => mark(words(d.budget) + ' budget nearly used', at, { warn: true, facts: d }),
  };
  const words = text => String(text ?? '').replaceAll('_', ' ');

  function take(event) {
    if (event.seq <= last) return;
    last = event.seq;
    const at = Date.parse(event.at);
    end = Math.max(end, at);
    told[event.type]?.(event.data, at);
    draw();
    // What came before the page was up to date is in the page, unless it came just then.
    if (place.dataset.live === 'true' && (caughtUp || over) && event.type !== 'tool.progress') changed();
  }

  // --- the stream

  let source = null, caughtUp = false, timer = 0;
  function listen() {
    if (over || source || document.hidden) return;
    source = new EventSource('/v1/runs/' + encodeURIComponent(run) + '/events?after=' + last);
    for (const type of Object.keys(told)) source.addEventListener(type, message => {
      take(JSON.parse(message.data));
      if (over) { hangUp(); say('complete'); }
    });
    source.onopen = () => { say(place.dataset.live === 'true' ? 'live' : ''); setTimeout(() => { if (!caughtUp && place.dataset.live === 'true') changed(); caughtUp = true; }, 300); };
    source.onerror = () => {
      if (over) return;
      if (source?.readyState !== EventSource.CLOSED) { say('reconnecting…'); return; }
      hangUp(); say('not connected; trying again'); setTimeout(listen, 3000);
    };
  }
  function hangUp() { source?.close(); source = null; }
  function say(text) { if (state.textContent !== text) state.textContent = text; place.dataset.link = text; }
  // A hidden page gives its connection back: browsers have only six per service.
  document.addEventListener('visibilitychange', () => { if (document.hidden) hangUp(); else listen(); });

  function changed() {
    if (timer) return;
    timer = setTimeout(() => {
      timer = 0;
      htmx.trigger('#summary', 'changed');
      if (document.getElementById('conversation').open) htmx.trigger('#transcript', 'changed');
    }, over ? 50 : 700);
  }

  // --- drawing

  const pool = [];
  let wanted = false, chosen = -1, fit = true;
  function draw() { if (!wanted) { wanted = true; requestAnimationFrame(paint); } }

  function element(name, cls) { const e = document.createElement(name); if (cls) e.className = cls; return e; }
  function make() {
    const row = element('div', 'row'), label = element('span', 'label'), track = element('span', 'track'), text = element('span', 'text');
    const span = element('span', 'span'), done = element('span', 'done'), limit = element('span', 'limit');
    row.setAttribute('role', 'option');
    track.setAttribute('aria-hidden', 'true');
    track.append(span, done, limit);
    row.append(label, track, text);
    box.append(row);
    return { row, label, text, span, done, limit };
  }
  function show(ms) {
    if (ms < 1000) return Math.round(ms) + ' ms';
    if (ms < 60000) return (ms / 1000).toFixed(1) + ' s';
    if (ms < 3600000) return Math.floor(ms / 60000) + ' min ' + String(Math.floor(ms / 1000) % 60).padStart(2, '0') + ' s';
    return Math.floor(ms / 3600000) + ' h ' + String(Math.floor(ms / 60000) % 60).padStart(2, '0') + ' min';
  }

  function paint() {
    wanted = false;
    const following = box.scrollHeight - box.scrollTop - box.clientHeight < ROW;
    space.style.height = rows.length * ROW + 'px';
    box.style.height = Math.max(3, rows.length) * ROW + 2 + 'px';
    if (following && !over) box.scrollTop = box.scrollHeight;
    const from = Math.max(0, Math.floor(box.scrollTop / ROW) - 2), to = Math.min(rows.length, from + Math.ceil(box.clientHeight / ROW) + 5);
    const clock = over ? end : Math.max(end, now());
    let left = first, right = clock;
    if (!fit && to > from) {
      left = Infinity; right = 0;
      for (let i = from; i < to; i++) { left = Math.min(left, rows[i].start); right = Math.max(right, rows[i].end ?? clock); }
    }
    // A little room at the end, for marks that stand there.
    const width = Math.max(right - left, 50) * 1.015, at = ms => (ms - left) / width * 100;
    ticks(left - first, width);
    while (pool.length < to - from) pool.push(make());
    place.dataset.rows = rows.length;
    pool.forEach((part, i) => {
      const row = rows[from + i];
      part.row.hidden = from + i >= to;
      part.row.style.display = part.row.hidden ? 'none' : '';
      if (part.row.hidden) { part.row.removeAttribute('id'); return; }
      paintRow(part, row, at, clock);
    });
    box.toggleAttribute('aria-activedescendant', false);
    if (chosen >= from && chosen < to) box.setAttribute('aria-activedescendant', 'row-' + chosen);
  }

  function paintRow(part, row, at, clock) {
    const stop = row.end ?? clock, took = stop - row.start;
    part.row.id = 'row-' + row.index;
    part.row.style.top = row.index * ROW + 'px';
    const cls = 'row ' + row.kind + (row.kind === 'tool' ? ' ' + (row.status || 'dispatched') : row.kind === 'model' && row.status && row.status !== 'succeeded' ? ' ' + row.status : '') + (row.end === null ? ' open' : '') + (row.warn ? ' warn' : '');
    if (part.row.className !== cls) part.row.className = cls;
    set(part.label, row.note ? row.label + ' · ' + row.note : row.label);
    set(part.text, row.kind === 'mark' ? '' : row.status && !['succeeded', 'completed'].includes(row.status) ? words(row.status) : show(took));
    const selected = String(row.index === chosen);
    if (part.row.getAttribute('aria-selected') !== selected) part.row.setAttribute('aria-selected', selected);
    part.row.title = row.label + (row.note ? ' · ' + row.note : '') + (row.kind === 'mark' ? '' : ' · ' + show(took)) + (row.deadline ? ' of ' + show(row.deadline) : '');
    part.span.style.left = at(row.start) + '%';
    part.span.style.width = row.kind === 'mark' ? '' : Math.max(0, at(stop) - at(row.start)) + '%';
    part.done.style.display = row.progress === null || row.end !== null ? 'none' : '';
    if (row.progress !== null) { part.done.style.left = at(row.start) + '%'; part.done.style.width = (at(stop) - at(row.start)) * row.progress + '%'; }
    part.limit.style.display = row.deadline ? '' : 'none';
    if (row.deadline) {
      const mark = at(row.start + row.deadline);
      part.limit.className = mark > 99.8 ? 'limit far' : 'limit';
      part.limit.style.left = mark > 99.8 ? 'calc(100% - 5px)' : mark + '%';
    }
  }
  function set(e, text) { if (e.textContent !== text) e.textContent = text; }

  function ticks(offset, width) {
    const steps = [10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 15e3, 3e4, 6e4, 12e4, 3e5, 6e5, 9e5, 18e5, 36e5, 72e5, 216e5, 864e5];
    const many = Math.max(2, Math.min(8, Math.floor(axis.clientWidth / 110))), step = steps.find(s => width / s <= many) ?? width / many;
    let i = 0;
    for (let t = Math.ceil(offset / step) * step; t <= offset + width; t += step, i++) {
      const tick = axis.children[i] ?? axis.appendChild(element('span'));
      set(tick, t === 0 ? '0' : '+' + show(t).replace('.0 s', ' s'));
      tick.style.left = (t - offset) / width * 100 + '%';
    }
    while (axis.children.length > i) axis.lastChild.remove();
  }

  // --- choosing

  function choose(index, reveal) {
    if (!rows.length) return;
    chosen = Math.max(0, Math.min(rows.length - 1, index));
    const top = chosen * ROW;
    if (top < box.scrollTop) box.scrollTop = top;
    else if (top + ROW > box.scrollTop + box.clientHeight) box.scrollTop = top + ROW - box.clientHeight;
    draw();
    if (reveal) tell(rows[chosen]);
  }
  function tell(row) {
    if (row.call) { htmx.ajax('GET', '/runs/' + encodeURIComponent(run) + '/calls/' + encodeURIComponent(row.call), { target: '#details', swap: 'innerHTML' }); return; }
    const list = element('dl'), title = element('h2');
    title.textContent = row.label;
    put(list, 'started', '+' + show(row.start - first));
    if (row.kind !== 'mark') put(list, row.end === null ? 'so far' : 'took', show((row.end ?? now()) - row.start));
    for (const [name, value] of Object.entries(row.facts)) {
      if (value === null || value === undefined) continue;
      put(list, name.replace(/([A-Z])/g, ' $1').toLowerCase(), typeof value === 'object' ? JSON.stringify(value, null, 1) : String(value));
    }
    details.replaceChildren(title, list);
  }
  function put(list, name, text) {
    const dt = element('dt'), dd = element('dd');
    dt.textContent = name; dd.textContent = text;
    list.append(dt, dd);
  }
  box.addEventListener('click', event => {
    const row = event.target.closest('.row');
    if (row) choose(Math.round(parseFloat(row.style.top) / ROW), true);
  });
  box.addEventListener('keydown', event => {
    const page = Math.floor(box.clientHeight / ROW) - 1;
    const moves = { ArrowDown: chosen + 1, ArrowUp: chosen - 1, PageDown: chosen + page, PageUp: chosen - page, Home: 0, End: rows.length - 1 };
    if (event.key in moves) { event.preventDefault(); choose(moves[event.key], false); }
    else if ((event.key === 'Enter' || event.key === ' ') && chosen >= 0) { event.preventDefault(); choose(chosen, true); }
  });
  box.addEventListener('scroll', draw, { passive: true });
  addEventListener('resize', draw);
  zoom.addEventListener('click', () => { fit = !fit; zoom.setAttribute('aria-pressed', String(!fit)); draw(); });

  // --- time goes on

  setInterval(() => {
    if (document.hidden) return;
    if (!over) draw();
    for (const bar of document.querySelectorAll('progress[data-started]')) {
      const used = now() - Date.parse(bar.dataset.started);
      bar.value = Math.min(bar.max, used);
      const part = bar.parentElement;
      part.classList.toggle('tight', used > bar.max * .8);
      set(part.querySelector('.text'), show(Math.min(used, bar.max)) + ' of ' + show(bar.max));
    }
  }, 150);
  listen();
})();
