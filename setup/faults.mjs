import './require-node.mjs'

const { prepare } = await import('./prepare.mjs')
const { runHere } = await import('./run-program.mjs')
const { installHaproxy } = await import('./haproxy.mjs')

await installHaproxy()
await runHere(await prepare(), ['faults/main.ts', ...process.argv.slice(2)])
