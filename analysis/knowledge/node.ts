import { origin } from '#analysis/flow/value.ts'
import { http } from './http.ts'
import type { Table } from './knowledge.ts'

const of = (module: string, names: string): string =>
  names
    .split(' ')
    .map((name) => `module:${module}.${name}`)
    .join(' ')
const modules =
  'mqtt redis ioredis amqplib nats basic-ftp https http http2 ws axios got undici node-fetch superagent request needle socket.io-client'.split(
    ' ',
  )

/** Modules and globals of Node.js. */
export const node: Table = [
  [
    { does: 'runs-code', named: { code: 0 } },
    of('vm', 'runInThisContext runInNewContext runInContext Script compileFunction'),
  ],
  // The protocol of Chrome: its command Runtime.evaluate runs a text.
  [{ refs: ['#inspector'] }, `${of('inspector', 'Session')} ${of('inspector/promises', 'Session')}`],
  [{ does: 'runs-code', named: { code: 1 } }, '#inspector.post'],
  // Requests of other code of the process, with their keys.
  [
    { callbacks: origin.private },
    `${of('diagnostics_channel', 'subscribe')} #diagnostics.subscribe #inspector.on #inspector.once`,
  ],
  [{ refs: ['#diagnostics'] }, of('diagnostics_channel', 'channel')],
  [{ gives: origin.private }, of('v8', 'getHeapSnapshot writeHeapSnapshot')],
  [{ gives: origin.secret }, 'process.report.getReport process.report.writeReport'],
  [
    { does: 'runs-program', named: { program: 0 }, gives: origin.stored },
    `${of('child_process', 'exec execSync execFile execFileSync spawn spawnSync fork')} process.dlopen process.execve Deno.run .execSync .spawnSync .execFileSync .loadExtension ${of('cluster', 'fork setupPrimary setupMaster')} #module.exec #module.spawn #module.execSync #module.spawnSync`,
  ],
  [{ does: 'runs-program', named: { inner: 0 } }, 'process.binding process._linkedBinding'],
  [{ does: 'loads-script', named: { code: 0 } }, of('module', 'register registerHooks')],
  ...modules.map(
    (name) =>
      [
        http,
        `module:${name} ${of(name, 'request get post put patch delete fetch connect default create createClient Client io WebSocket all')}`,
      ] as const,
  ),
  [
    // A database is asked over a socket, too.
    { ...http, refs: ['#response', '#socket'] },
    `${of('dns', 'resolve resolveTxt lookup resolve4')} ${of('net', 'connect createConnection Socket')} ${of('tls', 'connect')}`,
  ],
  [{ ...http, refs: ['#response', '#datagram'] }, of('dgram', 'createSocket')],
  [
    { does: 'answers-web', callbacks: origin.web, trigger: 'web' },
    `${of('http', 'createServer')} ${of('https', 'createServer')} ${of('http2', 'createServer createSecureServer')} ${of('net', 'createServer')} ${of('tls', 'createServer')} #web.get #web.post #web.put #web.patch #web.delete #web.all #web.use`,
  ],
  [{ refs: ['#web'] }, 'module:express module:express.Router module:fastify module:polka'],
  [{ does: 'answers-web' }, `${of('inspector', 'open')} ${of('repl', 'start')}`],
  [http, `${of('nodemailer', 'createTransport')} ${of('discord.js', 'WebhookClient')}`],
  [
    { does: 'writes-file', named: { path: 0, content: 1 } },
    of('fs', 'writeFile writeFileSync appendFile appendFileSync createWriteStream'),
  ],
  [
    { does: 'reads-file', named: { path: 0, mode: 1 }, refs: ['#file'], gives: origin.file },
    of('fs', 'open openSync'),
  ],
  [
    { does: 'writes-file', named: { path: 1 } },
    of('fs', 'copyFile copyFileSync rename renameSync cp cpSync symlink symlinkSync link linkSync'),
  ],
  [
    { does: 'reads-file', named: { path: 0 }, callbacks: origin.file },
    of('fs', 'readFile readFileSync createReadStream'),
  ],
  [{ does: 'removes-file', named: { path: 0 } }, of('fs', 'unlink unlinkSync rm rmSync rmdir rmdirSync')],
  [{ does: 'stops-server' }, 'process.exit process.abort process.kill'],
  [
    { gives: origin.decoded, returns: 'carried' },
    `${of('zlib', 'inflateSync gunzipSync inflateRawSync brotliDecompressSync')} ${of('crypto', 'createDecipheriv createDecipher privateDecrypt')}`,
  ],
  [
    { returns: 'carried' },
    `Request ${of('querystring', 'stringify encode')} ${of('readline', 'createInterface')} ${of('zlib', 'gzipSync deflateSync deflateRawSync brotliCompressSync')}`,
  ],
  [{ gives: origin.private }, of('os', 'userInfo networkInterfaces')],
  [{ refs: ['require'], returns: 'nothing' }, of('module', 'createRequire')],
  [{ refs: ['module:dns'], returns: 'nothing' }, of('dns', 'Resolver')],
  [
    { special: 'module' },
    'module:module._load process.getBuiltinModule process.mainModule.require module.require',
  ],
  [{ special: 'path' }, of('path', 'join resolve')],
  [{ does: 'loads-script', named: { code: 0, options: 1 } }, of('worker_threads', 'Worker')],
  [
    { does: 'database', special: 'query' },
    `${of('mysql2', 'query execute createConnection createPool')} ${of('mysql', 'query createConnection createPool')}`,
  ],
]
