import './require-node.mjs'

const { prepare } = await import('./prepare.mjs')
const { runHere } = await import('./run-program.mjs')

const node = await prepare({ needsWeb: false })
await runHere(node, ['--expose-gc', 'fuzz/main.ts', ...process.argv.slice(2)])
