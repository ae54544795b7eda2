'use strict';
// What each view shows of a state. Names and texts of programs are foreign: only ever textContent.
const SHARES = [['busy', 'busy'], ['transfer', 'transfer'], ['data', 'waiting for data'], ['overhead', 'waiting for a lane'], ['none', 'no work']];
const FILTERED = ['Now', 'Kernels', 'Health'];
const OFF = 'start with ANABRANCH_JVM=-Danabranch.console.control=true ./anabranch --web';
const SVG = 'http://www.w3.org/2000/svg';

function el(name, attributes, ...children) {
  const node = document.createElement(name);
  return fill(node, attributes, children);
}

function svg(name, attributes, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

function fill(node, attributes, children) {
  for (const [key, value] of Object.entries(attributes || {})) {
    if (key === 'onclick') node.addEventListener('click', value);
    else if (value !== null && value !== undefined && value !== false) node.setAttribute(key, value === true ? '' : value);
  }
  for (const child of children) node.append(typeof child === 'object' && child !== null ? child : document.createTextNode(child === '' ? '' : known(child)));
  return node;
}

const known = value => value === null || value === undefined || value === '' || Number.isNaN(value) ? '–' : String(value);
const count = value => value === null || value === undefined ? '–' : Number(value).toLocaleString('en');
const percent = value => value === null || value === undefined ? '–' : Math.round(100 * value) + ' %';

function scaled(value, step, units) {
  if (value === null || value === undefined) return '–';
  let at = 0;
  while (Math.abs(value) >= step && at < units.length - 1) { value /= step; at++; }
  return (at === 0 ? Math.round(value) : value.toPrecision(3)) + ' ' + units[at];
}

const bytes = value => scaled(value, 1000, ['B', 'kB', 'MB', 'GB', 'TB']);

function time(nanos) {
  if (nanos === null || nanos === undefined) return '–';
  if (nanos < 60e9) return scaled(nanos, 1000, ['ns', 'µs', 'ms', 's']);
  const seconds = Math.floor(nanos / 1e9);
  const pair = n => String(n).padStart(2, '0');
  return seconds < 3600 ? Math.floor(seconds / 60) + ':' + pair(seconds % 60) + ' min'
    : Math.floor(seconds / 3600) + ':' + pair(Math.floor(seconds / 60) % 60) + ' h';
}

function section(title, size, ...children) {
  return el('section', {class: size}, el('h2', {}, title), ...children);
}

const empty = text => el('p', {class: 'empty'}, text);

const cell = value => typeof value === 'object' && value !== null ? value : known(value);

// columns: [title, value of a row, class]
function table(columns, rows, none) {
  if (rows.length === 0) return empty(none);
  return el('div', {class: 'scroll'}, el('table', {},
    el('thead', {}, el('tr', {}, ...columns.map(c => el('th', {class: c[2], scope: 'col'}, ...(c[0] ? [c[0]] : []))))),
    el('tbody', {}, ...rows.map(row => el('tr', {}, ...columns.map(c => el('td', {class: c[2]}, cell(c[1](row)))))))));
}

function bar(shares) {
  const parts = [];
  let x = 0;
  const words = [];
  for (const [key, word] of SHARES) {
    const value = shares && shares[key];
    if (!value) continue;
    parts.push(svg('rect', {class: 'f-' + key, x: 100 * x, y: 0, width: 100 * value, height: 10}));
    if (key === 'transfer' || key === 'data') { // a hatch besides the colour
      for (let at = x * 100 + 1.5; at < 100 * (x + value); at += key === 'data' ? 4 : 2) parts.push(svg('line', {class: 'hatch', x1: at, x2: at, y1: 0, y2: 10, 'vector-effect': 'non-scaling-stroke'}));
    }
    words.push(word + ' ' + percent(value));
    x += value;
  }
  return svg('svg', {class: 'bar', viewBox: '0 0 100 10', preserveAspectRatio: 'none', role: 'img', 'aria-label': words.join(', ') || 'not known yet'}, ...parts);
}

function legend() {
  return el('ul', {class: 'legend'}, ...SHARES.map(([key, word]) => el('li', {}, svg('svg', {viewBox: '0 0 14 12'}, svg('rect', {class: 'f-' + key, width: 14, height: 12}), ...(key === 'transfer' || key === 'data' ? [svg('line', {class: 'hatch', x1: 5, x2: 5, y1: 0, y2: 12}), ...(key === 'transfer' ? [svg('line', {class: 'hatch', x1: 10, x2: 10, y1: 0, y2: 12})] : [])] : [])), word)));
}

function spark(title, values, unit) {
  const numbers = (values || []).map(v => v === null ? NaN : v);
  const now = numbers.length ? numbers[numbers.length - 1] : NaN;
  const most = Math.max(1e-9, ...numbers.filter(v => v === v));
  let path = '';
  let pen = 'M';
  numbers.forEach((v, i) => {
    if (v !== v) { pen = 'M'; return; }
    path += pen + (119 - numbers.length + 1 + i) + ' ' + (38 - 36 * v / most).toFixed(1);
    pen = 'L';
  });
  return section(title, 'quarter', el('span', {class: 'big'}, Number.isNaN(now) ? '–' : unit(now)),
    svg('svg', {class: 'spark', viewBox: '0 0 120 40', preserveAspectRatio: 'none', role: 'img', 'aria-label': title + ', the last minute, at most ' + unit(most)}, svg('path', {d: path})));
}

function domains(state) {
  const rows = state.domains.map(d => el('div', {class: 'domain'}, el('span', {}, d.id, d.state === 'ACTIVE' ? document.createTextNode('') : el('span', {class: 'soft'}, ' ' + String(d.state).toLowerCase())),
    bar(d.shares), el('span', {class: 'soft'}, d.shares && d.shares.busy !== null ? percent(d.shares.busy) + ' busy, ' + count(d.queued) + ' queued' : 'not known yet')));
  return section(state.span ? 'Domains, the last ' + time(state.span) : 'Domains', '', ...(rows.length ? rows : [empty('No domain: there is no scheduler. Is its bundle started?')]), legend());
}

function jobs(state, page) {
  if (!state.jobs.length && !state.ended.length) return section('Jobs', 'half', el('p', {class: 'empty'}, 'No program has run yet. Try ', el('code', {}, 'run cholesky'), ' in the shell, or ', el('code', {}, './anabranch --web run cholesky'), '.'));
  const runs = (page.failed ? [] : state.jobs).map(job => {
    const bar = job.all > 0 ? el('progress', {max: job.all, value: job.done, 'aria-label': 'progress of ' + job.name}) : document.createTextNode('');
    const far = job.what ? count(job.done) + (job.all > 0 ? ' of ' + count(job.all) : '') + ' ' + job.what : count(job.actions) + ' actions';
    const left = job.secondsLeft === null ? '' : ', about ' + time(1e9 * job.secondsLeft) + ' left';
    return el('tr', {'data-job': job.name}, el('td', {class: 'wide'}, el('b', {}, job.name), ' ' + job.arguments, bar,
      el('div', {class: 'soft'}, (job.cancelled ? 'being cancelled; ' : '') + far + ', ' + time(1e9 * job.seconds) + left)),
      el('td', {class: 'right'}, button('Cancel', 'cancel ' + job.name, state.control && !job.cancelled, () => page.ask(
        'Cancel ' + job.name + '? It is interrupted, and ' + count(state.streams.reduce((n, s) => n + s.pending, 0)) + ' pending actions end with it.', '/api/job/cancel', job.id), state)));
  });
  const ended = state.ended.filter(job => !page.failed || job.status !== 'verified').map(job => el('tr', {}, el('td', {class: 'wide'}, el('b', {}, job.name), ' ',
    el('span', {class: 'status ' + (job.status === 'verified' ? 'good' : job.status === 'cancelled' ? 'soft' : 'bad')}, job.status), el('div', {class: 'soft'}, job.verdict)), el('td', {class: 'right'}, time(1e9 * job.seconds))));
  return section('Jobs', 'half', el('div', {class: 'scroll'}, el('table', {}, el('tbody', {}, ...runs, ...ended))));
}

function button(text, label, enabled, onclick, state) {
  return el('button', {'aria-label': label, disabled: !enabled, onclick, title: state.control ? null : 'Off. To turn on: ' + OFF}, text);
}

function plugins(state, page) {
  return section('Plug-ins', 'half', table([
    ['bundle', p => el('span', {}, p.name, p.reason ? el('div', {class: 'soft'}, p.reason) : ''), 'wide'], ['state', p => p.state],
    ['', p => p.id === 0 ? '' : p.state === 'active'
      ? button('Stop', 'stop ' + p.name, state.control, () => page.ask('Stop ' + p.name + '? Its domains go; what is only valid there comes home first.', '/api/plugin/stop', p.id), state)
      : button('Start', 'start ' + p.name, state.control, () => page.ask('Start ' + p.name + '?', '/api/plugin/start', p.id), state), 'right']],
  state.plugins, 'None. A bundle copied into plugins/ is started within a second.'));
}

const VIEWS = [
  ['Now', (state, page) => [
    domains(state),
    section('The last 30 seconds', '', page.canvas(true)),
    spark('Ready and running', state.series.ready, count), spark('Pending in streams', state.series.pending, count),
    spark('Transfers', state.series.bytesPerSecond, v => bytes(v) + '/s'), spark('Heap', state.series.heap, bytes),
    jobs(state, page), plugins(state, page)]],
  ['Why slow', state => [
    domains(state),
    section('What costs the most', '', table([['weight', c => c.weight ? percent(c.weight) : '–', 'right'], ['what', c => c.what, 'wide'], ['what helps', c => c.advice, 'wide']],
      state.causes, 'Nothing stands out. Run something, and look again.'),
      el('p', {class: 'soft'}, 'Busy time is measured; the rest is put down to what actions waited for when it was looked at, twice a second.')),
    section('Shares', '', table([['domain', d => d.id], ...SHARES.map(([key, word]) => [word, d => d.shares ? percent(d.shares[key]) : '–', 'right'])], state.domains, 'No domain.'))]],
  ['Stream', (state, page) => [section('Who ran what, and when', '', el('div', {class: 'tools'},
    el('button', {onclick: () => page.pan(-0.5), 'aria-label': 'earlier'}, '←'), el('button', {onclick: () => page.pan(0.5), 'aria-label': 'later'}, '→'),
    el('button', {onclick: () => page.zoom(0.5), 'aria-label': 'zoom in'}, '+'), el('button', {onclick: () => page.zoom(2), 'aria-label': 'zoom out'}, '−'),
    el('button', {onclick: () => page.fit()}, 'Now'), el('span', {class: 'soft', id: 'window'}, page.windowText())),
    page.canvas(false), el('p', {class: 'soft', id: 'hover'}, 'Each row is a lane; the height is how much of the time it was in use. Point at a column to read it.'),
    el('p', {class: 'soft'}, losses(state)))]],
  ['Kernels', (state, page) => [section('Kernels', '', el('div', {class: 'tools'}, page.search()), table([
    ['kernel', k => k.name, 'wide'], ['domain', k => k.domain], ['runs', k => count(k.count), 'right'], ['failed', k => count(k.failed), 'right'], ['share', k => percent(state.kernels.reduce((n, x) => n + x.nanos, 0) ? k.nanos / state.kernels.reduce((n, x) => n + x.nanos, 0) : null), 'right'],
    ['least', k => time(k.least), 'right'], ['25 %', k => time(k.quarter), 'right'], ['half', k => time(k.median), 'right'], ['75 %', k => time(k.threeQuarters), 'right'], ['most', k => time(k.most), 'right'], ['in all', k => time(k.nanos), 'right']],
  state.kernels.filter(k => k.name.toLowerCase().includes(page.wanted) && (!page.failed || k.failed > 0)), page.failed ? 'No kernel failed.' : state.system.log ? 'No kernel has ended yet.' : noLog()), el('p', {class: 'soft'}, 'Quantiles are right within 0.4 %.'))]],
  ['Data', state => [
    section('Transfers', 'half', table([['from', t => t.from], ['to', t => t.to], ['transfers', t => count(t.count), 'right'], ['bytes', t => bytes(t.bytes), 'right'], ['rate', t => t.nanos ? bytes(t.bytes / t.nanos * 1e9) + '/s' : '–', 'right']],
      state.transfers, state.system.log ? 'Nothing was moved yet.' : noLog())),
    section('Domains', 'half', table([['domain', d => d.id], ['in', d => bytes(d.bytesIn), 'right'], ['out', d => bytes(d.bytesOut), 'right'], ['buffers there', d => bytes(d.memory), 'right']], state.domains, 'No domain.')),
    section('Buffers', '', table([['buffer', b => b.name, 'wide'], ['owner', b => b.owner], ['bytes', b => bytes(b.bytes), 'right'],
      ['valid in', b => Object.entries(b.valid).map(([d, n]) => d + ' ' + bytes(n)).join(', '), 'wide']], state.buffers, 'No buffer is open.'))]],
  ['Streams', state => [section('Streams and scopes, and what their oldest action waits for', '', table([
    ['', s => s.name], ['of', s => s.owner], ['domain', s => s.domain], ['pending', s => count(s.pending), 'right'], ['oldest that waits', s => s.oldest && s.oldest.name, 'wide'], ['for', s => time(s.oldest && s.oldest.age), 'right'],
    ['state', s => s.oldest && s.oldest.phase], ['because of', s => s.oldest && s.oldest.waitsFor ? s.oldest.waitsFor + ', ' + s.oldest.waitsForPhase : '–', 'wide']],
  state.streams, 'No stream is open, and nothing is pending.'), el('p', {class: 'soft'}, state.notFollowed ? count(state.notFollowed) + ' actions were not followed: too many at once.' : ''))]],
  ['Graph', state => [section('What waits for what, by kernel and domain', '', graph(state.graph, state.chain.groups)),
    section('Longest chain', 'half', el('p', {}, state.chain.nanos > 0 && state.wall > 0
      ? 'The longest chain of dependent work that was seen has ' + count(state.chain.steps) + ' steps and takes ' + time(state.chain.nanos) + ' of ' + time(state.wall) + ': with any number of lanes the run could be at most ' + (state.wall / state.chain.nanos).toPrecision(3) + ' times as fast.'
      : '–'), table([['what', g => g.name, 'wide'], ['domain', g => g.domain], ['steps', g => count(g.n), 'right'], ['time', g => time(g.nanos), 'right'], ['share', g => percent(g.nanos / state.chain.nanos), 'right']], state.chain.groups, 'Nothing has ended yet.'),
      el('p', {class: 'soft'}, (state.chain.kept < state.chain.steps ? 'Of the last ' + count(state.chain.kept) + ' steps. ' : '') + 'Dependences on actions that had already retired when they were enqueued are not in the log, so the chain may be longer.')),
    section('Its last steps', 'half', table([['what', g => g.name, 'wide'], ['domain', g => g.domain], ['time', g => time(g.nanos), 'right']], state.chain.last, 'Nothing has ended yet.'))]],
  ['Failures', state => [
    section('Failures', '', table([['when', f => time(f.time), 'right'], ['domain', f => f.domain], ['how', f => f.outcome.toLowerCase()], ['kernel', f => f.kernel], ['what was wrong', f => f.what, 'wide']], state.failures, 'Nothing failed.'), el('p', {class: 'soft'}, state.failed > state.failures.length ? 'The last ' + state.failures.length + ' of ' + count(state.failed) + '.' : '')),
    section('No end', '', table([['domain', s => s.domain], ['runs for', s => time(s.nanos), 'right'], ['what', s => s.what, 'wide']], state.stalls, 'Everything that runs ends within its time.')),
    section('Coming and going', '', table([['when', f => time(f.time), 'right'], ['what', f => f.domain || f.what, 'wide'], ['', f => f.outcome.toLowerCase()]], state.changes, state.system.log ? 'Nothing has come or gone since this page began.' : noLog()))]],
  ['System', state => [section('System', 'half', pairs([['Java', state.system.java], ['process', state.system.pid], ['processors', state.system.processors], ['load', state.system.load < 0 ? null : state.system.load.toFixed(2)], ['threads', state.system.threads],
    ['heap', bytes(state.system.heap) + ' of ' + bytes(state.system.heapMost)], ['collections', count(state.system.collections) + ', ' + time(1e6 * state.system.collectionMillis)]])),
    section('Events and this page', 'half', pairs([['events made', count(state.made)], ['of these lost', count(state.lost)], ['steals', count(state.steals)], ['clock', state.system.simulated ? 'simulated' : 'System.nanoTime'],
      ['cost of this page', state.system.upNanos ? (100 * state.system.pageNanos / state.system.upNanos).toPrecision(2) + ' % of a processor' : '–'], ['pages open', state.system.clients + ' of 8']]), el('p', {class: 'soft'}, losses(state)))]],
  ['Health', (state, page) => [section('Health', '', table([['check', h => h.name], ['', h => el('span', {class: 'status ' + (h.status === 'OK' ? 'good' : 'bad')}, h.status)], ['', h => h.text, 'wide']], state.health.filter(h => !page.failed || h.status !== 'OK'), state.health.length ? 'All is well.' : 'Not looked at yet; the bundle org.anabranch.health has the checks.'), el('p', {class: 'soft'}, 'By ' + state.checked + '.'))]]
];

function pairs(rows) {
  return el('dl', {}, ...rows.flatMap(([name, value]) => [el('dt', {}, name), el('dd', {}, known(value))]));
}

const noLog = () => 'There is no event log: totals are exact, what happened is not kept.';

// From when on the tables know what happened.
function recorded(known) {
  if (known.since === null) return '';
  return 'recorded since ' + time(known.since) + (known.pauses ? ', but for ' + count(known.pauses) + (known.pauses === 1 ? ' pause of ' : ' pauses, in all ') + time(known.nanos) + ', while nobody looked and no job ran' : '');
}

function losses(state) {
  if (!state.system.log) return noLog();
  return 'Events: ' + count(state.made - state.lost) + ' kept, ' + count(state.lost) + ' lost' + (state.lost ? ' (oldest first).' : '.');
}

function graph(data, chain) {
  const heavy = n => chain.some(g => g.name === n.name && g.domain === n.domain);
  if (data.nodes.length === 0) return empty('No kernel has run yet.');
  const width = 190, height = 62;
  const x = n => 12 + n.column * width, y = n => 12 + n.layer * (height + 26);
  const right = Math.max(...data.nodes.map(x)) + width, bottom = Math.max(...data.nodes.map(y)) + height;
  const most = Math.max(1, ...data.edges.map(e => e.n));
  const edges = data.edges.map(e => {
    const a = data.nodes[e.from], b = data.nodes[e.to];
    const self = e.from === e.to;
    const x1 = x(a) + 80, y1 = y(a) + 44, x2 = x(b) + 80, y2 = y(b);
    const d = self ? `M${x1 + 82} ${y(a) + 14} c 24 -10 24 30 0 20` : `M${x1} ${y1} C${x1} ${(y1 + y2) / 2} ${x2} ${(y1 + y2) / 2} ${x2} ${y2}`;
    return svg('path', {class: 'edge', d, 'stroke-width': (0.8 + 2.5 * e.n / most).toFixed(1)}, svg('title', {}, a.name + ' → ' + b.name + ': ' + count(e.n)));
  });
  const nodes = data.nodes.map(n => svg('g', {class: heavy(n) ? 'node heavy' : 'node'}, svg('rect', {x: x(n), y: y(n), width: 162, height: 44, rx: 6}),
    svg('text', {x: x(n) + 8, y: y(n) + 18}, n.name.length > 22 ? n.name.slice(0, 21) + '…' : n.name), svg('text', {x: x(n) + 8, y: y(n) + 35}, (n.domain || 'any') + ', ' + count(n.n) + ', ' + time(n.nanos)), svg('title', {}, n.name)));
  return el('div', {}, el('div', {class: 'scroll'}, svg('svg', {viewBox: `0 0 ${right} ${bottom}`, width: right, height: bottom, role: 'img', 'aria-label': data.nodes.length + ' groups of kernels', style: null}, ...edges, ...nodes)),
    el('p', {class: 'soft'}, 'A box is a kernel in a domain: runs and time. A thick one is on the longest chain. ' + (data.left ? count(data.left) + ' runs or arrows are not in the picture, which has room for 60 groups.' : '')));
}
