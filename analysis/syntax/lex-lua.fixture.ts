import { createLuaLexer, type LuaToken } from './lua-lexer.ts'

/** All tokens of a text. */
export function lexLua(text: string): LuaToken[] {
  const next = createLuaLexer(text)
  const tokens: LuaToken[] = []
  for (let token = next(); token; token = next()) tokens.push(token)
  return tokens
}
