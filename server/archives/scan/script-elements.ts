import { checkCode } from '#server/archives/rules/runs-code.rule.ts'

import type { Action } from './known-functions.ts'
import { bitsOf, constantOf, from, join, nothing, refTo, unknown, withBits } from './values.ts'

export const scriptElement = 'a script element'

export function isRemote(url: string): boolean {
  return /^(https?:)?\/\//.test(url)
}

const assigns: Action = ({ args, call, sight }) => {
  const [target = nothing, ...others] = args
  const sources = target.refs?.includes('#script') ? others : []
  for (const source of sources.map(({ table }) => table?.fields.get('src'))) {
    if (!source) continue
    const start = constantOf(source) ?? source.head ?? ''
    if (isRemote(start)) checkCode({ bits: bitsOf(source) | from.http }, call, sight, scriptElement)
    // 'js/' + name is a file of the page.
    else if (start === '' || /^(data|blob):/.test(start))
      checkCode(withBits(source, from.unknown), call, sight, scriptElement)
  }
  return args.reduce(join, nothing)
}

/** Functions that add scripts to a page. */
export const scriptElements: [action: Action, names: string][] = [
  [({ args }) => (args[0]?.text === 'script' ? refTo('#script') : unknown), 'document.createElement'],
  [assigns, 'Object.assign'],
  [
    ({ call, sight, ref }) => {
      checkCode({ bits: from.http }, call, sight, ref)
      return unknown
    },
    '$.getScript jQuery.getScript',
  ],
]
