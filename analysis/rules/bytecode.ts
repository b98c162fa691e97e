import { nothing, textOf } from '#analysis/flow/value.ts'
import { code } from './file-types.ts'
import { defineRule, high, lua, medium } from './rule.ts'

export const bytecode = defineRule({
  id: 'bytecode',
  on: ['runs-code', 'makes-bytecode'],
  onMember: ({ type, path }) =>
    type === 'lua-bytecode' && code.test(path) ? high('precompiled Lua') : undefined,
  test: ({ kind, named }) => {
    if (kind === 'makes-bytecode') return medium('compiles a function')
    return textOf(named.code ?? nothing)?.startsWith('\u001bLua') ? high() : undefined
  },
  examples: {
    found: [lua(`^load('\\27Lua')`)],
    notFound: [lua(`print('\\27[31m Lua')`)],
  },
})
