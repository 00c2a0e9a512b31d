// What the pages do beside being read: dialogs, actions through the API, polling, local times.
(() => {
  const said = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
  const today = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });

  function localise(root) {
    for (const time of root.querySelectorAll('time[datetime]')) {
      const at = new Date(time.dateTime);
      if (isNaN(at)) continue;
      time.textContent = (at.toDateString() === new Date().toDateString() ? today : said).format(at);
      time.title = time.dateTime;
    }
  }

  // What is open stays open when its part of the page comes anew.
  const kept = new Map();
  document.addEventListener('toggle', event => {
    if (event.target.matches?.('details[data-keep]')) kept.set(event.target.id, event.target.open);
  }, true);
  document.addEventListener('htmx:afterSwap', event => {
    localise(event.target);
    for (const part of event.target.querySelectorAll('details[data-keep]')) part.open = kept.get(part.id) ?? part.open;
  });

  for (const part of document.querySelectorAll('[data-poll]')) {
    setInterval(() => {
      if (!document.hidden && !document.querySelector('dialog[open]')) htmx.trigger(part, 'poll');
    }, Number(part.dataset.poll));
  }

  async function send(path, body) {
    try {
      const answer = await fetch(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: body && JSON.stringify(body) });
      const json = await answer.json().catch(() => ({}));
      return { ok: answer.ok, json, detail: json.detail || 'The service answered ' + answer.status + '.' };
    } catch {
      return { ok: false, json: {}, detail: 'The service can not be reached; try again.' };
    }
  }

  function complain(place, text) {
    place.hidden = !text;
    place.textContent = text || '';
  }

  const actions = {
    start(form) {
      const given = new FormData(form), limits = {};
      for (const name of ['runTimeout', 'toolTimeout']) if (given.get(name).trim()) limits[name] = given.get(name).trim();
      return send('/v1/runs', { agent: given.get('agent'), input: given.get('input'), limits });
    },
    cancel(form) {
      const reason = new FormData(form).get('reason').trim();
      return send('/v1/runs/' + encodeURIComponent(form.dataset.cancel) + '/cancel', reason ? { reason } : {});
    },
    ask(form) {
      return send(form.dataset.path);
    },
  };

  // One dialog asks for all buttons of a page.
  function ask(button) {
    const dialog = document.getElementById('ask'), form = dialog.querySelector('form');
    form.dataset.path = button.dataset.path;
    dialog.querySelector('h2').textContent = button.dataset.asks;
    document.getElementById('ask-text').textContent = button.dataset.says;
    form.querySelector('[type=submit]').textContent = button.dataset.does;
    complain(form.querySelector('.problem'), '');
    dialog.showModal();
  }

  document.addEventListener('submit', async event => {
    const form = event.target, action = ['start', 'cancel', 'ask'].find(name => name in form.dataset);
    if (!action) return;
    event.preventDefault();
    const button = form.querySelector('[type=submit]'), problem = form.querySelector('.problem');
    button.disabled = true;
    const answer = await actions[action](form);
    button.disabled = false;
    complain(problem, answer.ok ? '' : answer.detail);
    if (!answer.ok) return;
    if (action === 'start') location.assign('/runs/' + encodeURIComponent(answer.json.id));
    else { form.closest('dialog').close(); htmx.trigger(action === 'ask' ? '#schedules' : '#summary', action === 'ask' ? 'poll' : 'changed'); }
  });

  document.addEventListener('click', async event => {
    const at = event.target.closest('[data-opens], [data-closes], [data-restart], [data-asks]');
    if (!at) return;
    if (at.dataset.asks) ask(at);
    else if (at.dataset.opens) document.getElementById(at.dataset.opens).showModal();
    else if ('closes' in at.dataset) at.closest('dialog').close();
    else {
      at.disabled = true;
      const answer = await send('/v1/mcp/servers/' + encodeURIComponent(at.dataset.restart) + '/restart');
      complain(document.getElementById('server-problem'), answer.ok ? '' : answer.detail);
      htmx.trigger('#servers', 'poll');
    }
  });

  document.querySelector('.filter')?.addEventListener('change', event => event.currentTarget.requestSubmit());
  document.getElementById('conversation')?.addEventListener('toggle', event => {
    if (event.currentTarget.open) htmx.trigger('#transcript', 'changed');
  });
  localise(document);
})();
