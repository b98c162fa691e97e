import './require-node.mjs'

const { existsSync, statSync } = await import('node:fs')
const { npm } = await import('./packages.mjs')
const { prepare } = await import('./prepare.mjs')
const { inRoot } = await import('./root.mjs')
const { runHere, runStep } = await import('./run-program.mjs')

// Of packages that nobody needs who runs or develops a hub: 180, installed when this is asked for the first time.
const lock = inRoot('mutants', 'package-lock.json')
const note = inRoot('mutants', 'node_modules', '.package-lock.json')

const node = await prepare({ needsWeb: false })
if (!existsSync(note) || statSync(note).mtimeMs < statSync(lock).mtimeMs) {
  const { command, args, shell } = npm()
  // Vitest is the project's own.
  const wishes = ['--omit=peer', '--ignore-scripts', '--no-audit', '--no-fund', '--no-progress']
  await runStep('Installing Stryker', command, [...args, 'ci', '--prefix', 'mutants', ...wishes], { shell })
}
const stryker = inRoot('mutants', 'node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js')
await runHere(node, [stryker, 'run', 'mutants/stryker.config.json', ...process.argv.slice(2)])
