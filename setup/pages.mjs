import './require-node.mjs'

const { prepare } = await import('./prepare.mjs')
const { findOrInstallChromium } = await import('./chromium.mjs')
const { runHere } = await import('./run-program.mjs')

const node = await prepare()
await runHere(node, ['bench/pages/main.ts', ...process.argv.slice(2)], {
  CHROMIUM_PATH: await findOrInstallChromium(node),
})
