import { execFile } from 'node:child_process'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { analyseAll } from '#test-support/analyses.ts'
import {
  createGameServer,
  publishScript,
  publishVersion,
  resourceFiles,
  startHub,
} from '#test-support/game-server.ts'
import { buildCli, isCliBuilt } from '#tools/cli-bundle.mjs'

const config = (price: number, extra = '') =>
  `Config = {}\n\nConfig.Price = ${price}\n\n\nConfig.Colour = 'white'\n${extra}`
const manifest = (lines: string) => `fx_version 'cerulean'\ngame 'gta5'\nserver_script 'server.lua'\n${lines}`

/** `vitest -u` writes the document. */
test('the recorded session is what the program prints', async () => {
  if (!isCliBuilt()) await buildCli(process.execPath)
  const app = await startHub()
  const author = await app.createUser('scripts.upload', 'scripts.download')
  const library = await publishScript(
    app,
    author,
    'Harbour library',
    resourceFiles('harbour_lib', {
      files: { 'server.lua': "exports('find', function(name)\n  return name\nend)\n" },
    }),
    { license: 'MIT' },
  )
  const core = await publishScript(
    app,
    author,
    'Harbour core',
    resourceFiles('harbour_core', {
      needs: ['ox_lib', 'harbour_lib'],
      files: { 'server.lua': "RegisterNetEvent('harbour:open', function() print(source) end)\n" },
    }),
    { license: 'MIT' },
  )
  const boatFiles = {
    'fxmanifest.lua': manifest(
      "server_scripts { '@oxmysql/lib/MySQL.lua', 'config.lua' }\ndependencies { 'oxmysql', 'harbour_core', 'harbour_lib' }\n",
    ),
    'server.lua':
      "RegisterNetEvent('boats:buy', function()\n  MySQL.insert.await('insert into boats values (?)', { Config.Price })\nend)\n",
    'sql/boats.sql': 'create table boats (id int primary key);\n',
  }
  const boats = await publishScript(
    app,
    author,
    'Boats',
    resourceFiles('boats', { files: { ...boatFiles, 'config.lua': config(1000) } }),
    { license: 'MIT' },
  )
  const draft = { name: 'Server', scopes: ['read', 'download', 'publish'], scripts: 'all', days: 30 }
  const { body: token } = await app.request(author, 'POST', '/api/account/tokens', draft)
  const server = await createGameServer()
  for (const name of ['ox_lib', 'oxmysql'])
    await server.write(`resources/[core]/${name}/fxmanifest.lua`, manifest(''))
  const { body: program } = await app.request(null, 'GET', '/cli.mjs')
  await server.write('cli.mjs', String(program))
  await server.write('token', token.token)

  let text = ''
  const write = (...lines: string[]) => {
    text += `${lines.join('\n')}\n`
  }
  /** What the page /cli shows: the first output of each command. */
  const outputs = new Map<string, string>()
  const steps = async (...all: (string | (() => Promise<unknown>))[]) => {
    const blocks: string[] = []
    for (const step of all)
      if (typeof step === 'function') await step()
      else {
        const block = `$ ${step}\n${await shell(step)}`.trimEnd()
        if (!outputs.has(step)) outputs.set(step, block)
        blocks.push(block)
      }
    write('```', blocks.join('\n\n'), '```', '')
  }
  const shell = async (command: string): Promise<string> =>
    new Promise((resolve) => {
      const env = {
        ...server.env(),
        HOME: server.path('home'),
        PATH: `${join(process.execPath, '..')}:${process.env['PATH']}`,
      }
      const child = execFile('sh', ['-c', `${command} 2>&1`], { cwd: server.folder, env }, (_error, stdout) =>
        resolve(`${stdout}${child.exitCode === 0 ? '' : `(exit code ${child.exitCode})\n`}`),
      )
    })

  write(
    '# A session with the command line',
    '',
    'Recorded by `cli/session.test.ts`: a new server folder, and a hub with three scripts that were made for it. Only the URL of the hub, the name of the author, times and the path of the token file were',
    'replaced. `resources/[core]` has `ox_lib` and `oxmysql`, which are on no hub. [The reference](cli.md) has every command, file and exit code.',
    '',
    '## Install three scripts that need each other',
  )
  await steps(
    'node cli.mjs init',
    'node cli.mjs login --with-token < token',
    `node cli.mjs add ${boats.id} --yes`,
  )
  write(
    'With the download these are four commands: `curl -O https://hub.example/cli.mjs`, `node cli.mjs init`, `node cli.mjs login` and `node cli.mjs add 3`, 88 characters. At a terminal `login` opens the page of access tokens and asks for one,',
    'which is pasted, and `add` is answered with `y`. `--help` lists them, and `init` says which line `server.cfg` needs. `cli/prompts.test.ts` does it at a terminal in a folder without frameworks.',
    '',
    '`cat` shows what the two files have now. The frameworks that the server must have are named where they must start before.',
    '',
  )
  await steps(
    'cat scripthaven.json',
    'cat scripthaven.cfg',
    'node cli.mjs list',
    'node cli.mjs why harbour_lib',
  )
  write('## SQL is shown, and never run')
  await steps('node cli.mjs sql')
  write(
    '`sql --confirm` remembers it as done.',
    '',
    '## Update with own configuration',
    'The owner sets another price in `config.lua` of `boats`, and takes updates without a cooldown (`"0d"`). Then the author publishes a version.',
    '',
  )
  await server.run('sql', '--confirm')
  await server.write('resources/[scripthaven]/boats/config.lua', config(2500))
  const project = JSON.parse(await server.read('scripthaven.json'))
  await server.write('scripthaven.json', JSON.stringify({ ...project, cooldown: '0d' }, null, 2))
  const second = await publishVersion(
    app,
    author,
    boats.id,
    '1.1.0',
    resourceFiles('boats', {
      files: {
        ...boatFiles,
        'config.lua': config(1000, '\nConfig.Fuel = true\n'),
        'server.lua': `${boatFiles['server.lua']}PerformHttpRequest('https://prices.example', print)\n`,
        'sql/fuel.sql': 'create table fuel (boat int, litres int);\n',
      },
    }),
  )
  await steps('node cli.mjs outdated', 'node cli.mjs update --yes')
  write('The new version requests a host that it did not request before, so `--yes` is not enough.', '')
  await steps(
    'node cli.mjs update --yes --accept-capabilities',
    "cat 'resources/[scripthaven]/boats/config.lua'",
    'node cli.mjs sql --quiet',
    'node cli.mjs sync',
  )
  write('The price of the owner and the new setting are in one file.', '', '## A version is recalled')
  await steps('node cli.mjs audit')
  write('Meanwhile the author withdraws 1.1.0 for security.', '')
  await app.request(author, 'POST', `/api/versions/${second.versionId}/withdraw`, {
    kind: 'security',
    reason: 'The prices can be read by every player.',
  })
  await steps(
    'node cli.mjs audit --fail-on high',
    'node cli.mjs update --yes',
    'node cli.mjs audit --fail-on high',
  )
  write('`rollback` undoes the last change, and a second one undoes the first.', '')
  await steps('node cli.mjs rollback', 'node cli.mjs rollback')
  write('## See and remove what is installed')
  await steps(
    'node cli.mjs export --format csv',
    "node cli.mjs scan 'resources/[scripthaven]'",
    `node cli.mjs remove harbour_lib`,
    `node cli.mjs remove ${boats.id}`,
  )
  write(
    '## Publish the next version, as the author',
    `The folder \`work/boats\` has a manifest with \`scripthaven '${boats.id}'\` and \`version '1.2.0'\`.`,
    '',
  )
  const own = `scripthaven '${boats.id}'\nversion '1.2.0'\n`
  await server.write('work/boats/fxmanifest.lua', manifest(own))
  await server.write('work/boats/server.lua', "RegisterNetEvent('boats:buy', function() print(source) end)\n")
  const analysing = setInterval(() => void analyseAll(app), 500)
  await steps(
    'node cli.mjs publish work/boats --check',
    "node cli.mjs publish work/boats --changelog 'No request for prices.' --fail-on high",
  )
  clearInterval(analysing)

  const replaced = (all: string) =>
    all
      // Of the CSV. Git stores line feeds.
      .replaceAll('\r\n', '\n')
      .replaceAll(app.url, 'https://hub.example')
      .replaceAll(server.path('home'), '~/.config')
      .replaceAll(author.username, 'harbour')
      .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '2026-11-28T12:00:00.000Z')
      .replaceAll(/until \d{4}-\d\d-\d\d/g, 'until 2026-12-28')
      .replaceAll(/\b[0-9a-f]{64}\b/g, (hash) => `${hash.slice(0, 8)}…`)
  const example = (name: string, command: string) => `  ${name}: \`${outputs.get(command)}\n\`,\n`
  const examples = [
    '/** Written by cli/session.test.ts. */\nexport const cliExamples = {\n',
    example('add', `node cli.mjs add ${boats.id} --yes`),
    example('outdated', 'node cli.mjs outdated'),
    example('update', 'node cli.mjs update --yes --accept-capabilities'),
    example('rollback', 'node cli.mjs rollback'),
    example('audit', 'node cli.mjs audit --fail-on high'),
    '}\n',
  ]
  await expect(`${replaced(text).trimEnd()}\n`).toMatchFileSnapshot('../docs/cli-session.md')
  await expect(replaced(examples.join(''))).toMatchFileSnapshot('#web/scripts/install/CliPage.tsx')
  expect([library.id, core.id]).toEqual([1, 2])
})
