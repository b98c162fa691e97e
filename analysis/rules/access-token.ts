import { nothing, textOf } from '#analysis/flow/value.ts'
import { defineRule, js, lua, medium } from './rule.ts'

/** Packs have no tokens: they are masked before their texts are stored. */
export const accessToken = /\bshv_(?:MASKED|[0-9A-Za-z]{38})\b/

export const accessTokenRule = defineRule({
  id: 'access-token',
  // Other files than code are looked at in `text-files.ts`.
  on: ['literal'],
  test: ({ values }) => (accessToken.test(textOf(values[0] ?? nothing) ?? '') ? medium() : undefined),
  examples: {
    found: [
      lua(`^local token = 'shv_MASKED'`),
      js(`^const headers = { authorization: 'Bearer shv_0123456789ABCDEFGHIJKLMNOPQRSTUVabcdef' }`),
    ],
    notFound: [lua(`local prefix = 'shv_'`), js(`const key = 'my_shv_MASKED_token'`)],
  },
})
