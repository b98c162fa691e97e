import { expect, test } from 'vitest'

import { fuzzPrograms } from './fuzz-programs.ts'

const runs = process.env.TEST_FULL === 'true' ? 30_000 : 4_500

test('the parsers accept and reject the programs that oxc and Lua do, with the same calls, names and texts', async () => {
  const { findings, figures } = await fuzzPrograms({ runs, seed: 26 })

  expect(findings).toEqual([])
  for (const count of Object.values(figures)) expect(count).toBeGreaterThan(runs / 10)
})
