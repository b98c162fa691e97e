import type { Fault } from './fault.ts'
import { killInWrites } from './kill-in-writes.ts'
import { secondHub } from './second-hub.ts'

/** In the order in which they are run and told. */
export const allFaults: readonly Fault[] = [killInWrites, secondHub]
