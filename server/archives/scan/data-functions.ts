import { hostsIn, rows } from '#server/archives/rules/reaches-out.rule.ts'
import { sourceOf } from '#server/archives/rules/runs-code.rule.ts'
import { checkQuery, checkSecret, checkSetting } from '#server/archives/rules/touches-server.rule.ts'

import type { Action } from './known-functions.ts'
import { bitsOf, constantOf, from, nothing, unknown, type Value } from './values.ts'

const setting: Action = ({ args, sight }) => {
  const [{ text: name } = nothing, { text, num } = nothing] = args
  if (name !== undefined) sight.convar(name, text ?? (num === undefined ? null : String(num)))
  return unknown
}
const sets: Action = (context) => {
  checkSetting(context.args[0] ?? nothing, context.call, context.sight)
  return context.ref === 'SetConvar' ? unknown : setting(context)
}
const convar: Action = (context) => {
  setting(context)
  const secret = checkSecret(context.args[0] ?? nothing, context.call, context.sight)
  return { bits: from.stored | from.unknown | secret }
}

export const database: Action = ({ args: given, call, sight, callBack, ref }) => {
  // The first argument is the name of the query.
  const args = /^vRP\._?prepare$/.test(ref) ? given.slice(1) : given
  const query = args.find(({ text, head }) => text !== undefined || head !== undefined)
  const text = query?.text ?? query?.head ?? ''
  const values = args.flatMap(({ table }) =>
    table ? [...table.items, ...table.fields.values(), table.rest] : [],
  )
  checkQuery(text, values.slice(0, 64), call, sight)
  const table = /\b(?:from|into|update|table(?:\s+if\s+not\s+exists)?)\s+[`"[]?(\w{1,60})/i.exec(text)
  sight.fact('database', call, table?.[1])
  const bits = args.slice(0, 1).reduce((all, value) => all | bitsOf(value), 0)
  const isFromOutside =
    (bits & (from.event | from.http | from.web)) !== 0 && (bits & from.otherResource) === 0
  if (args[0]?.text === undefined && isFromOutside)
    sight.report(
      'runs-text-from-outside',
      text === '' ? 'high' : 'medium',
      call,
      `${sourceOf(bits) || 'a download'}, as a query or a part of it`,
    )
  // vRP names its queries.
  const isRead = /^(\s*select\b.*|[\w/.:-]*)$/is.test(text)
  if (isRead) sight.isInteresting = true
  const found: Value = { bits: from.stored | from.unknown, ...(isRead && { refs: [rows] }) }
  callBack(found)
  return found
}

const identities: Action = ({ sight, call, ref }) => {
  sight.fact('reads-identities', call, ref)
  return { bits: from.private | from.identity | from.unknown }
}

/** `url` is the one that clients send their screens to. */
const sendsScreen: Action = ({ args, call, sight }) => {
  const url = args.find((value) => /^https?:/.test(constantOf(value) ?? value.head ?? ''))
  const isForeign = args.some(({ bits }) => (bits & from.event) !== 0)
  if (url || isForeign)
    sight.report(
      'sends-data',
      'medium',
      call,
      url ? hostsIn(url)[0] : 'the screen, to a host that an event names',
    )
  return undefined
}

const returnsPrivate: Action = ({ sight }) => {
  sight.isInteresting = true
  return { bits: from.private | from.unknown }
}

/** Functions that read settings, rows of the database and the identity of players. */
export const dataFunctions: [action: Action, names: string][] = [
  [convar, 'GetConvar GetConvarBool'],
  [setting, 'GetConvarInt GetConvarFloat'],
  [sets, 'SetConvar SetConvarReplicated'],
  [
    sendsScreen,
    'exports.screenshot-basic.requestScreenshotUpload exports.screenshot-basic.requestClientScreenshot',
  ],
  [
    identities,
    'GetPlayerIdentifiers GetPlayerIdentifier GetPlayerIdentifierByType GetPlayerEndpoint GetPlayerToken GetNumPlayerTokens getPlayerIdentifiers',
  ],
  [
    returnsPrivate,
    'navigator.mediaDevices.getUserMedia navigator.mediaDevices.getDisplayMedia navigator.clipboard.readText module:os.userInfo module:os.networkInterfaces FormData',
  ],
]
