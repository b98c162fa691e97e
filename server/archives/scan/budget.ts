import { checkpoint } from '#platform/sandbox/sandbox-program.ts'

/** What the scan of a file may take, in all programs that it is a part of. */
export interface Budget {
  /** One for each token and for each value that is visited. */
  steps: number
  /** Variables, functions and tables of one program. */
  objects: number
  /** Milliseconds of processor time, in case that steps take longer than those of any known program. */
  milliseconds: number
}

/** Ends an evaluation, wherever it is. */
class UsedUpError extends Error {}

const stepsMax = 20_000_000
const millisecondsMax = 8000
export const objectsMax = 300_000
const checkedSteps = 2048

export function createBudget(steps = stepsMax, milliseconds = millisecondsMax): Budget {
  return { steps, objects: objectsMax, milliseconds }
}

const unlimited: Budget = { steps: Infinity, objects: Infinity, milliseconds: Infinity }
let current = unlimited
let stepsSinceCheck = 0
let checkedAt = 0

/**
 * Every loop over values, tables, functions and texts calls this, so that the limit holds whatever the program is. The
 * steps are those of the evaluation that runs: a scan is synchronous.
 */
export function spend(steps: number): void {
  current.steps -= steps
  if (current.steps < 0) throw new UsedUpError()
  stepsSinceCheck += steps
  if (stepsSinceCheck >= checkedSteps) check()
}

function check(): void {
  stepsSinceCheck = 0
  if (current === unlimited) return
  checkpoint()
  const now = processorMs()
  current.milliseconds -= now - checkedAt
  checkedAt = now
  if (current.milliseconds < 0) throw new UsedUpError()
}

/** Keeps half of what is left for a second scan of the file, until the returned function is called. */
export function reserveHalf(budget: Budget): () => void {
  const steps = Math.floor(budget.steps / 2)
  const milliseconds = budget.milliseconds / 2
  budget.steps -= steps
  budget.milliseconds -= milliseconds
  return () => {
    budget.steps = Math.max(0, budget.steps) + steps
    budget.milliseconds = Math.max(0, budget.milliseconds) + milliseconds
  }
}

/** Whether it ended within its budget. */
export function runWithin(budget: Budget, run: () => boolean): boolean {
  const outer = current
  current = budget
  stepsSinceCheck = 0
  checkedAt = processorMs()
  try {
    const isWhole = run()
    check()
    return isWhole
  } catch (error) {
    if (error instanceof UsedUpError) return false
    throw error
  } finally {
    current = outer
  }
}

function processorMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
