import { type Value } from '#analysis/flow/value.ts'
import { runsText } from '#analysis/knowledge/dangerous.ts'
import { defineRule, high, js, lua } from './rule.ts'

const httpNames = /^(PerformHttpRequest|PerformHttpRequestAwait|fetch)$/
const names = (value: Value, pattern: RegExp): boolean =>
  value.refs?.some((ref) => pattern.test(ref)) === true

export const functionsInList = defineRule({
  id: 'functions-in-list',
  severity: 'high',
  isLowerOnClient: true,
  title: 'Keeps functions for downloads and for code in one list',
  why: 'Calling functions by their number in a list hides that a download is run.',
  check: 'Follow the list: what is called with what?',
  since: 1,
  on: ['list'],
  test: ({ values }) =>
    values.some((value) => names(value, httpNames)) && values.some((value) => names(value, runsText))
      ? high()
      : undefined,
  examples: {
    found: [lua(`^local list = { 1, PerformHttpRequest, load }`), js(`^const list = [1, fetch, eval]`)],
    notFound: [lua(`local list = { 1, print, tostring }`), js(`const list = [1, fetch, console.log]`)],
  },
})
