import { LuaFactory } from 'wasmoon'

import { lowerLua } from '#analysis/ir/lower-lua.ts'

/** What the parser leaves to the compiler: it names no label, and knows no constants. */
const ofCompiler =
  /attempt to assign to const variable|no visible label|label '.*' already defined|break outside/
/** What only the dialect of FiveM has. */
const ofDialect = /`|\?[.[:]|[-+*/^|&.<>]=|\/\*|\bin\b|\bdefer\b|\{\s*\./

/** Tells what the compiler of Lua 5.4 and the analysis say about a text, if they do not agree. */
export async function createLuaOracle(): Promise<
  (text: string) => { differences: string[]; isProgram: boolean }
> {
  const lua = await new LuaFactory().createEngine()
  // load() knows no shell line, luaL_loadfile does.
  await lua.doString("function check(text) return select(2, load((text:gsub('^#[^\\n]*', '')))) end")
  const check: (text: string) => string | null | undefined = lua.global.get('check')
  return (text) => {
    const error = check(text) ?? undefined
    const { problem } = lowerLua(text)
    const isOwn = problem === null
    const isSame = isOwn === (error === undefined)
    const isAllowed = error !== undefined && (ofCompiler.test(error) || ofDialect.test(text))
    const difference = problem ? `only Lua accepts it: ${problem.message}` : `only Lua rejects it: ${error}`
    return { differences: isSame || isAllowed ? [] : [difference], isProgram: error === undefined }
  }
}
