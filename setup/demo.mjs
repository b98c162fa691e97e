import './require-node.mjs'

const { prepare } = await import('./prepare.mjs')
const { runHere } = await import('./run-program.mjs')

await runHere(await prepare(), ['demo/main.ts', ...process.argv.slice(2)], { DEMO: '1' })
