import './require-node.mjs'

const { existsSync, statSync } = await import('node:fs')
const { npm } = await import('./packages.mjs')
const { prepare } = await import('./prepare.mjs')
const { inRoot } = await import('./root.mjs')
const { runInPlace, runStep } = await import('./run-program.mjs')

// Stryker and its 180 packages are installed at the first mutation test, because nothing else needs them.
const lock = inRoot('mutation', 'package-lock.json')
const installed = inRoot('mutation', 'node_modules', '.package-lock.json')

const node = await prepare({ needsWeb: false })
if (!existsSync(installed) || statSync(installed).mtimeMs < statSync(lock).mtimeMs) {
  const { command, args, shell } = npm()
  // Vitest is a peer dependency, installed by the project.
  const options = ['--omit=peer', '--ignore-scripts', '--no-audit', '--no-fund', '--no-progress']
  await runStep('Installing Stryker', command, [...args, 'ci', '--prefix', 'mutation', ...options], { shell })
}
const stryker = inRoot('mutation', 'node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js')
await runInPlace(node, [stryker, 'run', 'mutation/stryker.config.json', ...process.argv.slice(2)])
