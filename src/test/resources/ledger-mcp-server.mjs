// An MCP server over stdio whose side effects are lines of a file: node ledger-mcp-server.mjs FILE
//   append  side-effecting: adds the line      put  idempotent: adds the line, too, so that calls can be counted
//   read    read-only: gives the same text     wait read-only: answers after so many ms
import fs from 'node:fs';
import readline from 'node:readline';

const [file] = process.argv.slice(2);
const send = message => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\n');
const schema = { type: 'object', properties: { line: { type: 'string' }, ms: { type: 'number' } } };
const tools = {
  append: { hints: { readOnlyHint: false }, call: (a, reply) => { fs.appendFileSync(file, `append ${a.line}\n`); reply(`appended ${a.line}`); } },
  put: { hints: { readOnlyHint: false, idempotentHint: true }, call: (a, reply) => { fs.appendFileSync(file, `put ${a.line}\n`); reply(`put ${a.line}`); } },
  read: { hints: { readOnlyHint: true }, call: (a, reply) => reply(`read ${a.line}`) },
  wait: { hints: { readOnlyHint: true }, call: (a, reply) => setTimeout(() => reply('waited'), a.ms) },
};

readline.createInterface({ input: process.stdin }).on('line', line => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  if (method === 'initialize') {
    send({ id, result: { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'ledger', version: '1' } } });
  } else if (method === 'tools/list') {
    send({ id, result: { tools: Object.entries(tools).map(([name, t]) => ({ name, description: name, inputSchema: schema, annotations: t.hints })) } });
  } else if (method === 'tools/call') {
    tools[params.name].call(params.arguments ?? {}, text => send({ id, result: { content: [{ type: 'text', text }] } }));
  } else {
    send({ id, result: {} });
  }
});
