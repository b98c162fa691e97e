import { runNode } from './run-program.ts'

await runNode()
