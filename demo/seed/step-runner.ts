import { forEachConcurrent } from '#platform/concurrency.ts'

const clearLine = '\r\u001B[K'

type Step<T> = { title: string; items: readonly T[]; concurrency: number }

/** Runs `work` for every item. The first error, or the signal, stops the step after the items in progress. */
export type StepRunner = <T>(step: Step<T>, work: (item: T) => Promise<void>) => Promise<void>

/** Prints one line for each step: a counter on a terminal, and the duration at the end. */
export function createStepRunner(output: NodeJS.WriteStream, signal: AbortSignal): StepRunner {
  return async ({ title, items, concurrency }, work) => {
    const startedAt = performance.now()
    let done = 0
    await forEachConcurrent(items, concurrency, async (item) => {
      signal.throwIfAborted()
      await work(item)
      done += 1
      if (output.isTTY) output.write(`${clearLine}  ${title} ${done} of ${items.length}`)
    })
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    output.write(`${output.isTTY ? clearLine : ''}  ${title}: ${items.length}, ${seconds} s\n`)
  }
}
