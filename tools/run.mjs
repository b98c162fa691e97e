import './require-node.mjs'

// Loaded after the version check, because an old Node may not be able to parse these modules.
const { prepare } = await import('./prepare.mjs')
const { runInPlace } = await import('./run-program.mjs')

/**
 * What `npm run NAME` starts on the pinned Node.
 *
 * @typedef {{ args: string[], env?: Record<string, string>, needsWeb?: boolean, needs?: 'chromium' | 'haproxy' }} Command
 * @type {Record<string, Command>}
 */
const commands = {
  start: { args: ['server/main.ts'] },
  dev: { args: ['--watch', 'server/main.ts'], env: { HUB_DEV: '1' } },
  demo: { args: ['demo/main.ts'] },
  hub: { args: ['server/cli.ts'], needsWeb: false },
  bench: { args: ['bench/main.ts'] },
  'bench:web': { args: ['bench/web/main.ts'], needs: 'chromium' },
  faults: { args: ['faults/main.ts'], needs: 'haproxy' },
  fuzz: { args: ['--expose-gc', 'fuzz/main.ts'], needsWeb: false },
  scan: { args: ['scan/main.ts'], needsWeb: false },
  corpus: { args: ['corpus/main.ts'], needsWeb: false },
}

const [name = ''] = process.argv.splice(2, 1)
const command = commands[name]
if (name === 'test' || name === 'test:full') {
  const { runTests } = await import('./run-tests.mjs')
  await runTests(process.argv.slice(2), { isFull: name === 'test:full' })
} else if (name === 'build') await prepare({ buildsAnyway: true })
else if (command) await runCommand(command)
else {
  console.error(
    `Unknown command ${name}. Commands: test, test:full, build, ${Object.keys(commands).join(', ')}.`,
  )
  process.exit(1)
}

/** @param {Command} command */
async function runCommand({ args, env = {}, needsWeb = true, needs }) {
  if (needs === 'haproxy') await import('./haproxy.mjs').then(({ installHaproxy }) => installHaproxy())
  const node = await prepare({ needsWeb })
  if (needs === 'chromium') {
    const { findOrInstallChromium } = await import('./chromium.mjs')
    env['CHROMIUM_PATH'] = await findOrInstallChromium(node)
  }
  await runInPlace(node, [...args, ...process.argv.slice(2)], env)
}
