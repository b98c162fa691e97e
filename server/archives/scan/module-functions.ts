import { isRemote } from '#contract/manifest/read-resource.ts'
import { checkCode, checkModule, checkRemoteScript } from '#server/archives/rules/runs-code.rule.ts'

import type { Action } from './known-functions.ts'
import {
  bitsOf,
  concatenate,
  constantOf,
  elementOf,
  from,
  lasting,
  nothing,
  refTo,
  textOf,
  unknown,
  withBits,
} from './values.ts'

const requires: Action = ({ args: [given = nothing], call, sight }) => {
  const found = sight.importFile(constantOf(given) ?? '')
  if (found) return found
  if (sight.isLua) return refTo(constantOf(given) ?? '#module')
  checkModule(given, call, sight)
  const name = constantOf(given)?.replace(/^node:/, '')
  return name === undefined ? refTo('#module', from.unknown) : refTo(`module:${name}`.slice(0, 60))
}

const startsFile: Action = (context) => {
  const { args, call, sight, ref } = context
  sight.isInteresting = true
  const code = args[0] ?? nothing
  const start = constantOf(code) ?? code.head ?? ''
  const option = args[1]?.table?.fields.get('eval')
  const isText = option !== undefined && (option.text !== 'false' || option.bits !== 0)
  if (code.refs?.includes(blob)) checkCode(code, call, sight, ref)
  else if (isText && code.text !== undefined) checkCode(code, call, sight, ref)
  else if (isRemote(start)) checkRemoteScript(code, call, sight, ref)
  else if (isText || /^(data|blob):/.test(start) || (bitsOf(code) & ~from.unknown & lasting) !== 0)
    checkCode(withBits(code, from.unknown), call, sight, ref)
  return ref === 'import' ? requires(context) : unknown
}

/** The path is known where it starts with that of a resource; otherwise only its end is. */
const joinsPath: Action = ({ args }) => {
  const [first = nothing, ...others] = args
  const last = others.at(-1)
  if (first.head?.startsWith('/resources/'))
    return others.reduce((path, part) => concatenate(concatenate(path, slash), part), first)
  const bits = args.reduce((all, value) => all | bitsOf(value), 0) & lasting
  const tail = last && constantOf(last)
  return { bits: bits | from.unknown, ...(tail !== undefined && { tail: tail.slice(-256) }) }
}

/** A file that the code makes in memory. */
const blob = '#blob'

const makesBlob: Action = ({ args }) => ({ ...elementOf(args[0] ?? nothing), refs: [blob] })

const slash = textOf('/')

/** Functions of JavaScript that load another file or module. */
export const moduleFunctions: [action: Action, names: string][] = [
  [requires, 'require lib.require'],
  [() => refTo('require'), 'module:module.createRequire'],
  [makesBlob, 'Blob'],
  [joinsPath, 'module:path.join module:path.resolve'],
  [startsFile, 'Worker module:worker_threads.Worker import importScripts navigator.serviceWorker.register'],
]
