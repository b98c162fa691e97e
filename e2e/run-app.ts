import { limitsOfBusyMachine } from '#test-support/in-process-app.ts'

import { runNode } from '../server/run-program.ts'

/** Runs the app as `npm start` does, with limits that a busy machine does not reach. */
await runNode(limitsOfBusyMachine)
