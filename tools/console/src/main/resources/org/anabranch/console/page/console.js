'use strict';
// The connection, the keys, and the picture of the lanes.
const page = {state: null, view: 0, frozen: false, wanted: '', old: false, window: {from: 0, to: 30e9, follow: true}, lanes: null, retry: 500, stop: null, seen: null, openedAt: 0};

const $ = id => document.getElementById(id);

function token() {
  if (location.hash.length > 1) {
    sessionStorage.setItem('token', location.hash.slice(1));
    history.replaceState(null, '', location.pathname);
  }
  return sessionStorage.getItem('token') || '';
}

const headers = () => ({Authorization: 'Bearer ' + token()});

async function connect() {
  const abort = new AbortController();
  page.stop = abort;
  try {
    const answer = await fetch('/api/stream', {headers: headers(), signal: abort.signal, cache: 'no-store'});
    if (!answer.ok) {
      const why = (await answer.json()).error;
      say(answer.status === 401 ? 'The token is missing or old: open the address that ./anabranch printed.' : why, true);
      if (answer.status === 401) return;
      throw new Error(why);
    }
    page.retry = 500;
    let heard = false;
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    for (;;) {
      const {value, done} = await reader.read();
      if (done) break;
      text += value;
      let end;
      while ((end = text.indexOf('\n\n')) >= 0) {
        const part = text.slice(0, end);
        text = text.slice(end + 2);
        if (part.startsWith('data: ')) { heard = true; take(JSON.parse(part.slice(6))); }
        else page.heard = Date.now();
      }
    }
    if (heard) return void connect(); // its time was over: the next one
  } catch (failure) {
    if (abort.signal.aborted) return;
  }
  lostConnection();
  page.retry = Math.min(10000, page.retry * 2);
  setTimeout(connect, page.retry * (0.5 + Math.random()));
}

function say(text, old) {
  const place = $('connection');
  if (place.textContent !== text) place.textContent = text;
  place.classList.toggle('old', old);
  $('view').classList.toggle('old', old && page.state !== null);
}

function lostConnection() {
  const since = page.heard ? Math.round((Date.now() - page.heard) / 1000) : null;
  say('Connection lost' + (since === null ? '' : ' ' + since + ' s ago') + '; retrying. What you see is old.', true);
}

function take(state) {
  page.heard = Date.now();
  changes(state);
  if (page.frozen) return;
  page.state = state;
  say('live', false);
  if (page.window.follow) follow();
  show();
}

function follow() {
  const length = page.window.to - page.window.from;
  page.window.to = Math.max(length, page.state.latest);
  page.window.from = page.window.to - length;
}

// The live region tells changes of state only.
function changes(state) {
  const now = {domains: state.domains.map(d => d.id + ' ' + d.state), jobs: state.jobs.map(j => j.name + ' runs'), failed: state.failed, ended: state.ended.map(j => j.name + ' ' + j.status + '#' + j.id)};
  if (page.seen) {
    const news = [...now.domains, ...now.jobs].filter(x => !page.seen.domains.includes(x) && !page.seen.jobs.includes(x));
    page.seen.domains.filter(x => !now.domains.some(y => y.split(' ')[0] === x.split(' ')[0])).forEach(x => news.push(x.split(' ')[0] + ' is gone'));
    now.ended.filter(x => !page.seen.ended.includes(x)).forEach(x => news.push(x.split('#')[0]));
    if (now.failed > page.seen.failed) news.push(now.failed + ' failed');
    if (news.length) $('live').textContent = news.join(', ').toLowerCase();
  }
  page.seen = now;
}

page.search = () => {
  const field = el('input', {type: 'search', id: 'find', placeholder: 'find a kernel', 'aria-label': 'find a kernel', value: page.wanted});
  field.addEventListener('input', () => { page.wanted = field.value.toLowerCase(); show(); });
  return field;
};

function show() {
  const state = page.state;
  if (!state) return;
  $('sentence').textContent = state.sentence;
  $('mode').textContent = [recorded(state.recorded), page.frozen ? 'frozen' : '', page.failed && FILTERED.includes(VIEWS[page.view][0]) ? 'failed only (F: all)' : '', state.tracing === null ? '' : 'tracing for ' + time(state.tracing) + ' (T: end and download)'].filter(x => x).join(' · ');
  const focus = document.activeElement;
  const label = focus && $('view').contains(focus) ? focus.getAttribute('aria-label') || focus.textContent : null;
  const at = focus && focus.selectionStart;
  $('view').replaceChildren(...VIEWS[page.view][1](state, page));
  if (label) {
    const again = [...$('view').querySelectorAll('button, input, canvas')].find(x => (x.getAttribute('aria-label') || x.textContent) === label);
    if (again) {
      again.focus({preventScroll: true});
      if (again.setSelectionRange && at !== null) again.setSelectionRange(at, at);
    }
  }
  document.querySelectorAll('canvas').forEach(draw);
  if (document.querySelector('canvas')) askLanes();
}

function go(view) {
  page.view = view;
  document.querySelectorAll('nav button').forEach((b, i) => {
    if (i !== view) return b.removeAttribute('aria-current');
    b.setAttribute('aria-current', 'page');
    b.scrollIntoView({block: 'nearest', inline: 'nearest'});
  });
  if (VIEWS[view][0] === 'Now') page.fit();
  show();
}

// The lanes of a window, as many columns as the picture has pixels.
page.canvas = small => el('div', {}, canvasOf(small), el('ul', {class: 'legend', 'data-names': ''}));
const canvasOf = small => el('canvas', {tabindex: small ? null : 0, 'aria-label': 'lanes over time', role: 'img', height: 40, 'data-small': small});

async function askLanes() {
  const w = page.window;
  if (page.asking) return;
  page.asking = true;
  try {
    const columns = Math.max(50, Math.min(1600, document.querySelector('canvas').clientWidth - 90));
    const answer = await fetch('/api/lanes?from=' + Math.max(0, Math.round(w.from)) + '&to=' + Math.round(w.to) + '&columns=' + columns, {headers: headers()});
    if (answer.ok) {
      page.lanes = await answer.json();
      document.querySelectorAll('canvas').forEach(draw);
    }
  } catch (failure) {
    lostConnection();
  } finally {
    page.asking = false;
  }
}

let LEFT = 90;
const colour = name => { let h = 7; for (const c of name) h = (31 * h + c.codePointAt(0)) % 9973; return 'hsl(' + (150 + h % 200) + ' 42% 46%)'; };

function draw(canvas) {
  const lanes = page.lanes;
  const style = getComputedStyle(document.documentElement);
  const rows = lanes ? lanes.lanes : [];
  const label = row => row.domain + ' ' + row.lane;
  const high = rows.length > 12 ? 14 : 22;
  const width = canvas.clientWidth, height = Math.max(40, rows.length * high + 20);
  const ratio = window.devicePixelRatio || 1;
  const wide = Math.max(1, Math.round(width * ratio)), tall = Math.round(height * ratio);
  if (canvas.width !== wide || canvas.height !== tall) {
    canvas.width = wide;
    canvas.height = tall;
    canvas.style.height = height + 'px';
  }
  const pen = canvas.getContext('2d');
  pen.setTransform(1, 0, 0, 1, 0, 0);
  pen.clearRect(0, 0, wide, tall);
  pen.font = '12px system-ui, sans-serif';
  if (rows.length) {
    LEFT = Math.min(width / 3, 10 + Math.max(...rows.map(row => pen.measureText(label(row)).width)));
    pen.putImageData(picture(pen, style, lanes, high * ratio, wide, tall, Math.round(LEFT * ratio)), 0, 0);
  }
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.fillStyle = style.getPropertyValue('--soft');
  if (!rows.length) {
    pen.fillText(page.state && !page.state.system.log ? 'No event log: only totals are known.' : 'Nothing ran yet.', 4, 20);
    return;
  }
  veil(pen, lanes, width, rows.length * high);
  rows.forEach((row, r) => pen.fillText(label(row), 0, (r + 1) * high - 6, LEFT - 8));
  for (let i = 0; i <= 4; i++) {
    const text = time(lanes.from + (lanes.to - lanes.from) * i / 4);
    pen.textAlign = i === 0 ? 'left' : i === 4 ? 'right' : 'center';
    pen.fillText(text, LEFT + (width - LEFT) * i / 4, rows.length * high + 15);
  }
  pen.textAlign = 'left';
  names(canvas.nextElementSibling, lanes);
}

// When nothing was recorded, so that nobody takes it for idle.
function veil(pen, lanes, width, height) {
  const x = time => LEFT + (width - LEFT) * Math.min(1, Math.max(0, (time - lanes.from) / (lanes.to - lanes.from)));
  for (const [from, to] of lanes.pauses) {
    const left = x(from), wide = x(to) - left;
    pen.globalAlpha = 0.15;
    pen.fillRect(left, 0, wide, height);
    pen.globalAlpha = 1;
    if (wide > 90) pen.fillText('not recorded', left + 6, height / 2 + 4);
  }
}

// What the colours mean, the most seen first.
function names(list, lanes) {
  const seen = new Map();
  for (const row of lanes.lanes) row.work.forEach((w, i) => { if (w) seen.set(row.names[i], (seen.get(row.names[i]) || 0) + w); });
  const most = [...seen].sort((a, b) => b[1] - a[1]).map(one => lanes.names[one[0]]);
  const entry = (fill, text, style) => el('li', {}, svg('svg', {viewBox: '0 0 14 12'}, svg('rect', {width: 14, height: 12, fill, class: style})), text);
  list.replaceChildren(...most.slice(0, 8).map(name => entry(colour(name || ''), name)), ...(most.length > 8 ? [el('li', {}, 'and ' + (most.length - 8) + ' more')] : []), entry(null, 'transfer', 'f-transfer'), entry(null, 'tasks without a name', 'f-none'));
}

// All lanes as pixels: the time it takes depends on the size of the picture, not on what is in it.
function picture(pen, style, lanes, high, wide, tall, left) {
  const image = pen.createImageData(wide, tall);
  const pixels = new Uint32Array(image.data.buffer);
  const number = text => { pen.fillStyle = text; const rgb = parseInt(pen.fillStyle.slice(1), 16); return (0xff000000 | (rgb & 0xff) << 16 | rgb & 0xff00 | rgb >> 16) >>> 0; };
  const none = number(style.getPropertyValue('--none')), move = number(style.getPropertyValue('--move'));
  const colours = new Map(Object.entries(lanes.names).map(([key, name]) => [Number(key), number(colour(name || ''))]));
  lanes.lanes.forEach((row, r) => {
    const floor = Math.round((r + 1) * high) - 2, most = Math.round(high) - 4, columns = row.work.length;
    pixels.fill(none, floor * wide + left, floor * wide + wide);
    const bars = (share, colourOf) => {
      for (let x = left; x < wide; x++) {
        const i = Math.min(columns - 1, Math.floor((x - left) * columns / (wide - left)));
        if (share[i] === 0) continue;
        const value = colourOf(i);
        for (let y = Math.max(1, Math.round(most * share[i] / 100)), at = (floor - 1) * wide + x; y > 0; y--, at -= wide) pixels[at] = value;
      }
    };
    bars(row.busy, () => none);
    bars(row.work, i => colours.get(row.names[i]) || none);
    bars(row.move, () => move);
  });
  return image;
}

document.addEventListener('mousemove', event => {
  const canvas = event.target;
  if (canvas.tagName !== 'CANVAS' || !page.lanes || !$('hover')) return;
  const rows = page.lanes.lanes, high = rows.length > 12 ? 14 : 22;
  const row = rows[Math.floor(event.offsetY / high)];
  const column = row && Math.floor((event.offsetX - LEFT) / (canvas.clientWidth - LEFT) * row.work.length);
  if (!row || column < 0) return;
  const name = page.lanes.names[row.names[column]];
  $('hover').textContent = row.domain + ' ' + row.lane + ' at ' + time(page.lanes.from + (page.lanes.to - page.lanes.from) * column / row.work.length) + ': ' + (row.work[column] || row.move[column] ? known(name) + ', ' + Math.max(row.work[column], row.move[column]) + ' % of the time' : row.busy[column] ? 'tasks, ' + row.busy[column] + ' % of the time' : 'idle');
});

page.windowText = () => time(Math.max(0, page.window.from)) + ' to ' + time(page.window.to) + ' since the start' + (page.window.follow ? ', follows' : '');
page.pan = part => { const by = part * (page.window.to - page.window.from); page.window.from += by; page.window.to += by; if (page.window.from < 0) { page.window.to -= page.window.from; page.window.from = 0; } page.window.follow = false; show(); };
page.zoom = factor => { const middle = (page.window.from + page.window.to) / 2, half = Math.max(1e6, factor * (page.window.to - page.window.from) / 2); page.window = {from: Math.max(0, middle - half), to: middle + half, follow: false}; show(); };
page.fit = () => { page.window = {from: 0, to: 30e9, follow: true}; if (page.state) follow(); show(); };

page.ask = (question, path, id) => {
  $('question').textContent = question;
  $('ask').showModal();
  $('no').focus();
  $('yes').onclick = async () => {
    $('ask').close();
    const answer = await fetch(path, {method: 'POST', headers: {...headers(), 'Content-Type': 'application/json'}, body: JSON.stringify({id})});
    $('live').textContent = answer.ok ? 'asked for' : (await answer.json()).error;
  };
};

const viewOf = name => VIEWS.findIndex(view => view[0] === name);

// In a view that has nothing that can fail: the view of failures.
page.onlyFailed = () => {
  if (!FILTERED.includes(VIEWS[page.view][0])) go(viewOf('Failures'));
  else { page.failed = !page.failed; show(); }
};

// The first time it begins a trace, the second time it ends it and brings the file.
page.trace = () => {
  if (!page.state) return;
  if (!page.state.control) { say('a trace is off: ' + OFF, false); return; }
  if (page.state.tracing === null) page.ask('Begin a trace? It takes memory until it is ended.', '/api/trace/start', 0);
  else download();
};

async function download() {
  const answer = await fetch('/api/trace/stop', {method: 'POST', headers: {...headers(), 'Content-Type': 'application/json'}, body: '{"id":0}'});
  if (!answer.ok) { $('live').textContent = (await answer.json()).error; return; }
  const link = el('a', {download: 'anabranch.json', href: URL.createObjectURL(await answer.blob())});
  link.click();
  URL.revokeObjectURL(link.href);
  $('live').textContent = 'the trace is in your downloads; ui.perfetto.dev opens it';
}

function keys(event) {
  if (event.target.tagName === 'INPUT' || event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
  const key = event.key.toLowerCase();
  const stream = VIEWS[page.view][0] === 'Stream';
  if (/^[1-9]$/.test(key)) go(key - 1);
  else if (key === 'h') go(viewOf('Health'));
  else if (key === '0') page.fit();
  else if (key === 'f') page.onlyFailed();
  else if (key === 'c') go(viewOf('Graph'));
  else if (key === 't') page.trace();
  else if (key === ' ' && event.target.tagName !== 'BUTTON') { page.frozen = !page.frozen; say(page.frozen ? 'frozen; space goes on' : 'live', false); show(); }
  else if (key === '?') $('help').showModal();
  else if (key === '/') { go(viewOf('Kernels')); $('find').focus(); }
  else if (stream && (key === 'arrowleft' || key === 'a')) page.pan(-0.25);
  else if (stream && (key === 'arrowright' || key === 'd')) page.pan(0.25);
  else if (stream && (key === '+' || key === 'w')) page.zoom(0.5);
  else if (stream && (key === '-' || key === 's')) page.zoom(2);
  else return;
  event.preventDefault();
}

document.querySelector('nav').append(...VIEWS.map((view, i) => el('button', {onclick: () => go(i), title: 'key ' + (i < 9 ? i + 1 : 'H')}, view[0])));
$('no').onclick = () => $('ask').close();
$('close').onclick = () => $('help').close();
document.addEventListener('keydown', keys);
window.addEventListener('resize', () => { document.querySelectorAll('canvas').forEach(draw); if (page.state && document.querySelector('canvas')) askLanes(); });
document.addEventListener('visibilitychange', () => {
  if (document.hidden) { if (page.stop) page.stop.abort(); } else connect();
});
setInterval(() => { if (page.heard && Date.now() - page.heard > 8000 && !document.hidden) lostConnection(); }, 1000);
go(0);
token();
if (!document.hidden) connect();
