import { nothing } from '#analysis/flow/value.ts'
import { downloads, runsText } from '#analysis/knowledge/dangerous.ts'
import { defineRule, lua, medium } from './rule.ts'

export const httpAlias = defineRule({
  id: 'http-alias',
  severity: 'medium',
  title: 'Gives the download function another name',
  why: 'The code calls other hosts under a name that hides it.',
  check: 'Search for the other name and read which URLs it is called with.',
  since: 1,
  on: ['alias', 'list'],
  test: ({ kind, values, name, file }) => {
    const [value = nothing] = values
    if (kind === 'list') {
      const has = (pattern: RegExp): boolean =>
        values.some(({ refs }) => refs?.some((ref) => pattern.test(ref)))
      const isCode = has(runsText)
      return has(downloads) && !isCode && file.language === 'lua' ? medium('an element of a list') : undefined
    }
    const ref = value.functions ? undefined : value.refs?.find((one) => downloads.test(one))
    return ref !== undefined && ref !== name ? medium(`${name} = ${ref}`) : undefined
  },
  examples: {
    found: [lua(`^local ask = PerformHttpRequest`), lua(`^local list = { print, PerformHttpRequest }`)],
    notFound: [
      lua(`local PerformHttpRequest = PerformHttpRequest
local ask = TriggerEvent`),
      lua(`local list = { print, TriggerEvent }`),
    ],
  },
})
