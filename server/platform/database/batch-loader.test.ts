import { expect, test } from 'vitest'

import { createBatchLoader } from './batch-loader.ts'

/** Reads that are recorded; the test decides when they end. */
function openObserved() {
  const reads: { keys: readonly number[]; end: (error?: Error) => void }[] = []
  const ask = createBatchLoader<number, string>(
    (keys) =>
      new Promise((resolve, reject) => {
        const end = (error?: Error) =>
          error ? reject(error) : resolve(new Map(keys.map((key) => [key, `row ${key}`])))
        reads.push({ keys, end })
      }),
  )
  return { ask, reads }
}

const sixHundred = (from: number) => Array.from({ length: 600 }, (_, n) => from + n)
const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

test('keys during two running statements share the next one, each key once', async () => {
  const { ask, reads } = openObserved()

  const first = ask([1])
  await nextTurn()
  const second = ask([2])
  await nextTurn()
  const peers = [ask([3, 4]), ask([4, 5])]
  await nextTurn()

  expect(reads.map(({ keys }) => keys)).toEqual([[1], [2]])
  reads[0]?.end()
  expect((await first).get(1)).toBe('row 1')
  expect(reads[2]?.keys).toEqual([3, 4, 5])
  for (const { end } of reads) end()
  expect((await second).get(2)).toBe('row 2')
  for (const other of peers) expect((await other).get(4)).toBe('row 4')
})

test('keys never join a running statement, which would miss rows written since it started', async () => {
  const { ask, reads } = openObserved()

  void ask([1])
  await nextTurn()
  void ask([1])
  await nextTurn()

  expect(reads.map(({ keys }) => keys)).toEqual([[1], [1]])
})

test('a failed statement rejects its callers, and the next one runs', async () => {
  const { ask, reads } = openObserved()

  const failing = [ask([1]), ask([2])]
  await nextTurn()
  reads[0]?.end(new Error('gone'))
  for (const each of failing) await expect(each).rejects.toThrow('gone')
  const after = ask([3])
  await nextTurn()
  reads[1]?.end()

  expect((await after).get(3)).toBe('row 3')
})

test('more keys than one statement may have are split', async () => {
  const { ask, reads } = openObserved()

  const both = [ask(sixHundred(0)), ask(sixHundred(600))]
  await nextTurn()
  for (const { end } of reads) end()

  expect(reads.map((read) => read.keys.length)).toEqual([600, 600])
  expect((await both[1])?.get(600)).toBe('row 600')
})
