// An MCP server over stdio that misbehaves on request: node flaky-mcp-server.mjs LOG OPTIONS
//
// Every message that arrives is appended to the file LOG as {pid, message}. OPTIONS is a JSON object:
//   wedge        initialize is never answered          crash       it ends with code 3 at once
//   hangList     tools/list is never answered          noPing      ping is never answered
//   pages        tools/list comes in so many pages, the last one pointing at the first again
//   tools        further tool objects for tools/list   ignoreTerm  SIGTERM and the end of stdin are ignored
//   pingError    ping is answered with an error of this code
//   idZero       every reply has the id 0              early      notifications come before initialize and tools/list are answered
//   secret       a line on stderr with this text       serial      a hanging call blocks everything after it;
//                                                                 "honest": until it is cancelled
//   dieAfterList it ends with code 5 right after tools/list
//   slowStart    initialize is answered after so many milliseconds
//   dieOnCancel  it ends with code 1 when it is told of any cancelled call ("any"), or of one it has answered ("answered")
import fs from 'node:fs';
import readline from 'node:readline';
import { spawn } from 'node:child_process';

const [log, optionsText] = process.argv.slice(2);
const options = JSON.parse(optionsText ?? '{}');
const send = message => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message, ...(options.idZero && message.id !== undefined ? { id: 0 } : {}) }) + '\n');
const text = value => ({ content: [{ type: 'text', text: value }] });
const asked = new Map();
let extra = [];
let blocked = false;
const waiting = [];
const answered = new Set();
const stoppable = new Map();

if (options.secret) process.stderr.write(`token ${options.secret} in use\n`);
if (options.crash) {
  process.stderr.write('fatal: can not start\n');
  process.exit(3);
}
if (options.ignoreTerm) {
  process.on('SIGTERM', () => {});
  setInterval(() => {}, 1e6);
}

const names = ['echo', 'hang', 'late', 'progress', 'exit', 'closeStdout', 'garbage', 'big', 'env', 'spawn', 'storm',
  'askBack', 'flood', 'rpcError', 'oddError', 'oddResult', 'strays', 'raw', 'hugeFrame', 'stoppable', 'nullResult',
  'lastWords', 'glued', 'ansi'];
const schema = { type: 'object', properties: { value: { type: 'string' } } };
const listed = () => [
  ...names.map(name => ({ name, description: `does ${name}`, inputSchema: schema, annotations: { readOnlyHint: name === 'echo' } })),
  ...(options.tools ?? []), ...extra];

function page(cursor) {
  const pages = options.pages ?? 1, all = listed(), n = Number(cursor ?? 0);
  const size = Math.ceil(all.length / pages);
  return { tools: all.slice(n * size, (n + 1) * size), ...(pages > 1 ? { nextCursor: String((n + 1) % pages) } : {}) };
}

const tools = {
  echo: (a, reply) => reply(text(a.value ?? '')),
  hang: () => { blocked = Boolean(options.serial); },
  late: (a, reply) => setTimeout(() => reply(text(a.value ?? 'late')), a.ms),
  progress(a, reply, token) {
    let step = 0;
    const timer = setInterval(() => {
      send({ method: 'notifications/progress', params: { progressToken: token, progress: ++step, total: a.steps, message: `step ${step}` } });
      if (step === a.steps) { clearInterval(timer); reply(text('done')); }
    }, a.every);
  },
  exit(a) { if (a.last) process.stderr.write(a.last + '\n'); process.exit(a.code); },
  closeStdout: () => { fs.closeSync(1); setInterval(() => {}, 1e6); },
  garbage(a, reply) { process.stdout.write('Server ready 🚀 {not json\n\n[1, "x"]\n{"level":"info"}\n'); reply(text('after garbage')); },
  big: (a, reply) => reply(text('0123456789'.repeat(a.bytes / 10))),
  hugeFrame: () => { const chunk = 'x'.repeat(1024 * 1024); for (let i = 0; i < 17; i++) process.stdout.write(chunk); },
  env: (a, reply) => reply(text(JSON.stringify(process.env))),
  spawn(a, reply) {
    const child = spawn(process.execPath, ['-e', 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1e6); console.log("up")'], { stdio: ['ignore', 'pipe', 'ignore'] });
    child.stdout.once('data', () => reply(text(String(child.pid))));
  },
  storm(a, reply) {
    extra = [{ name: 'fresh', inputSchema: schema }];
    for (let i = 0; i < 50; i++) send({ method: 'notifications/tools/list_changed' });
    reply(text('stormed'));
  },
  async askBack(a, reply) {
    const answers = {};
    for (const method of ['ping', 'roots/list', 'sampling/createMessage', 'elicitation/create', 'no/such']) {
      answers[method] = await new Promise(done => { asked.set(method, done); send({ id: method, method, params: {} }); });
    }
    reply(text(JSON.stringify(answers)));
  },
  flood(a, reply) { process.stderr.write('x'.repeat(a.bytes), () => reply(text('flooded'))); },
  rpcError: (a, reply, token, id) => send({ id, error: { code: -32000, message: 'upstream said no' } }),
  oddError: (a, reply, token, id) => send({ id, error: 'just text' }),
  oddResult: (a, reply, token, id) => send({ id, result: 'just text' }),
  nullResult: (a, reply, token, id) => send({ id, result: null }),
  strays(a, reply) {
    send({ id: 'nobody-7', result: {} });
    send({ method: 'notifications/progress', params: { progressToken: 'nobody', progress: 1 } });
    send({ method: 'notifications/made/up', params: {} });
    send({ id: null, error: { code: -32600, message: 'who was that' } });
    reply(text('after strays'));
    reply(text('after strays, once more'));
  },
  stoppable(a, reply, token, id) { stoppable.set(id, () => reply(text('stopped'))); },
  lastWords(a, reply) { reply(text(String(process.pid))); setTimeout(() => process.exit(0), 50); },
  glued: (a, reply, token, id) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result: text('glued') }) + ' npm notice new version\n'),
  ansi: (a, reply, token, id) => process.stdout.write(Buffer.from(JSON.stringify({ jsonrpc: '2.0', id, result: text('caf\u00e9 noir') }) + '\n', 'latin1')),
  raw: (a, reply) => reply({ content: [{ type: 'text', text: 'x', future: 1 }], structuredContent: { a: [1] }, isError: true, vendor: { b: 2 } }),
};

const lines = readline.createInterface({ input: process.stdin });
lines.on('close', () => { if (!options.ignoreTerm) process.exit(0); });
lines.on('line', line => {
  const message = JSON.parse(line);
  fs.appendFileSync(log, JSON.stringify({ pid: process.pid, message }) + '\n');
  if (blocked && options.serial === 'honest' && message.method === 'notifications/cancelled') {
    blocked = false;
    waiting.splice(0).forEach(handle);
  } else if (blocked) {
    waiting.push(message);
  } else {
    handle(message);
  }
});

function handle(message) {
  const { id, method, params } = message;
  if (method === undefined) return asked.get(id)?.(message.error ? message.error.code : message.result);
  if (options.early && (method === 'initialize' || method === 'tools/list')) {
    send({ method: 'notifications/message', params: { level: 'info', data: 'soon' } });
    send({ method: 'notifications/tools/list_changed' });
  }
  if (method === 'initialize' && !options.wedge) {
    setTimeout(() => send({ id, result: { protocolVersion: params.protocolVersion, capabilities: { tools: { listChanged: true } }, serverInfo: { name: 'flaky', version: '1' } } }), options.slowStart ?? 0);
  } else if (method === 'notifications/cancelled') {
    if (options.dieOnCancel === 'any' || (options.dieOnCancel && answered.has(params.requestId))) process.exit(1);
    stoppable.get(params.requestId)?.();
  } else if (method === 'ping' && options.pingError) {
    send({ id, error: { code: options.pingError, message: 'what is a ping' } });
  } else if (method === 'ping' && !options.noPing) {
    send({ id, result: {} });
  } else if (method === 'tools/list' && !options.hangList) {
    send({ id, result: page(params?.cursor) });
    if (options.dieAfterList) process.stdout.write('', () => process.exit(5));
  } else if (method === 'tools/call') {
    tools[params.name]?.(params.arguments, result => { answered.add(id); send({ id, result }); }, params._meta?.progressToken, id);
  }
}
