import './require-node.mjs'

import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// Loaded after the version check, because an old Node may not be able to parse these modules.
const { prepare } = await import('./prepare.mjs')
const { CLI_BUNDLE, buildCli, isCliBuilt } = await import('./cli-bundle.mjs')
const { inRoot } = await import('./root.mjs')
const { npm } = await import('./packages.mjs')

/** Makes the npm package of the command line: `npm run pack:cli`. */
const node = await prepare({ needsWeb: false })
if (!isCliBuilt()) await buildCli(node)
const { version, license } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'))
const folder = inRoot('.cache', 'cli', 'package')
mkdirSync(folder, { recursive: true })
copyFileSync(CLI_BUNDLE, join(folder, 'cli.mjs'))
copyFileSync(inRoot('docs', 'cli.md'), join(folder, 'README.md'))
const description = {
  name: 'scripthaven',
  version,
  description: 'Installs FiveM scripts of a hub with a lock file.',
  license,
  type: 'module',
  bin: { scripthaven: 'cli.mjs' },
  files: ['cli.mjs'],
  engines: { node: '>=20.15' },
}
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(description, null, 2)}\n`)
const { command, args, shell } = npm()
const { status } = spawnSync(
  command,
  [...args, 'pack', folder, '--pack-destination', inRoot('.cache', 'cli')],
  {
    stdio: 'inherit',
    shell,
  },
)
if (status !== 0) process.exitCode = status ?? 1
