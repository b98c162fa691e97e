import './require-node.mjs'

await import('./run-tests.mjs')
