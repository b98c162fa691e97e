import './require-node.mjs'

// Loaded later, here and in its siblings, for an old Node may not even be able to read it.
const { prepare } = await import('./prepare.mjs')
const { runHere } = await import('./run-program.mjs')

await runHere(await prepare(), ['server/main.ts', ...process.argv.slice(2)])
