import { createPicker } from '#test-support/seeded-random.ts'

import { compareJavaScript } from './compare-javascript.ts'
import { createLuaOracle } from './compare-lua.ts'
import { openFindings, secondsSince, type Result } from './findings.ts'
import { javascriptProgram, mutateText } from './javascript-programs.ts'
import { luaProgram } from './lua-programs.ts'

/** Compares the parsers of the analysis with oxc and with the compiler of Lua: generated programs, and changed ones. */
export async function fuzzPrograms({ runs, seed }: { runs: number; seed: number }): Promise<Result> {
  const startedAt = performance.now()
  const findings = openFindings()
  const figures = { 'JavaScript programs': 0, 'rejected JavaScript': 0, 'Lua programs': 0, 'rejected Lua': 0 }
  const compareLua = await createLuaOracle()
  const random = createPicker(seed)
  for (let run = 0; run < runs; run++) {
    const isLua = run % 3 === 0
    const written = isLua ? luaProgram(random) : javascriptProgram(random)
    const text = random.below(2) ? mutateText(written, random) : written
    const { differences, isProgram } = isLua ? compareLua(text) : compareJavaScript(text)
    const language = isLua ? ('Lua' as const) : ('JavaScript' as const)
    figures[isProgram ? (`${language} programs` as const) : (`rejected ${language}` as const)]++
    for (const difference of differences) findings.add(difference, JSON.stringify(text))
  }
  return { part: 'programs', runs, seconds: secondsSince(startedAt), figures, findings: findings.list() }
}
