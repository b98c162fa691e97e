import { checkShared } from '#server/archives/rules/reaches-out.rule.ts'
import { sourceOf } from '#server/archives/rules/runs-code.rule.ts'

import { checkGroupEvent } from '#server/archives/rules/touches-server.rule.ts'

import { addHandler, sendTo } from './connections.ts'
import type { Action, Context } from './known-functions.ts'
import { isPageCode } from './sight.ts'
import { bitsOf, constantOf, from, nothing, refTo, type Value } from './values.ts'

/** Its functions are called with values that have these bits. */
export const calls =
  (bits: number): Action =>
  ({ callBack }) => {
    callBack({ bits: bits | from.unknown })
    return { bits: (bits & (from.http | from.stored)) | from.unknown }
  }

/** Their handlers run when a player, or the server on a client, asks for it. */
const networkFunctions =
  /^(RegisterNetEvent|RegisterServerEvent|onNet|addNetEventListener|lib\.callback\.register|ESX\.Register(Server|Client)Callback|QBCore\.Functions\.CreateCallback)$/

/** Events of a page, and the callbacks that a page calls on its own client, are none of the network. */
function isOfNetwork({ ref, args, sight }: Context): boolean {
  if (isPageCode(sight)) return false
  return networkFunctions.test(ref) || (ref === 'addEventListener' && args[2]?.text === 'true')
}

const event: Action = (context) => {
  const { args, apply, call, sight } = context
  const name = args[0]?.text ?? ''
  const isNet = isOfNetwork(context)
  const trigger = name === 'chatMessage' ? 'chat' : 'event'
  if (isNet && name !== '') {
    sight.fact('events', call, name)
    sight.connections.netEvents.add(name)
  }
  const sent = sight.connections.sent.get(name)
  for (const value of args) {
    addHandler(sight, value, trigger, name, isNet || trigger === 'chat')
    if (value.fns && sent) apply(value, sent)
  }
  const isTyped = !sight.isLua && /^(key(down|press|up)|input|paste|copy)$/.test(name)
  if (isTyped) sight.isInteresting = true
  return calls(from.event | (isTyped ? from.private : 0))(context)
}

/** Each function has its own way to name those who may type a command. */
function isForEveryone({ ref, args }: Context): boolean {
  const [, options, handler, , , permission] = args
  if (ref === 'RegisterCommand') return handler?.text !== 'true'
  if (ref === 'ESX.RegisterCommand') return options?.text === 'user'
  if (ref === 'QBCore.Commands.Add') return permission === undefined || permission.text === 'user'
  return (options?.table?.fields.get('restricted')?.text ?? 'false') === 'false'
}

const command: Action = (context) => {
  const { args, call, sight } = context
  const name = args[0]?.text ?? ''
  if (name !== '') sight.fact('commands', call, name)
  const trigger = isForEveryone(context) ? 'command' : 'restricted'
  for (const value of args) addHandler(sight, value, trigger, name)
  return calls(from.command)(context)
}

const webHandler: Action = (context) => {
  const { args, call, sight } = context
  sight.fact('answers-web', call)
  addHandler(sight, args[0] ?? nothing, 'web', '')
  return calls(from.web)(context)
}

const exportsFunction: Action = (context) => {
  const { args, call, sight } = context
  const [{ text: name } = nothing, value = nothing] = args
  if (name !== undefined && sight.side !== 'page') {
    sight.fact('exports', call, name)
    sight.connections.exported.set(name, value)
  }
  return calls(from.otherResource)(context)
}

const sends: Action = ({ args: [name = nothing, ...args], call, sight, ref }) => {
  if (ref === 'TriggerEvent' || ref === 'emit') checkGroupEvent(name.text ?? '', args, call, sight)
  if (name.text !== undefined) sendTo(sight, name.text, args)
  else if (sight.side !== 'client') sight.isInteresting = true
  const bits = bitsOf(name)
  const isOfPlayer = (bits & (from.event | from.http | from.web)) !== 0 && (bits & from.otherResource) === 0
  const isFree = name.head === undefined && name.tail === undefined
  if (ref !== 'TriggerEvent' && ref !== 'emit') for (const value of args) checkShared(value, call, sight)
  if (isOfPlayer && isFree && sight.side !== 'client' && sight.side !== 'page')
    sight.report(
      'runs-text-from-outside',
      'medium',
      call,
      `${sourceOf(bits) || 'a download'}, as the name of an event`,
    )
  return undefined
}

const sendsToServer: Action = ({ args: [name = nothing], call, sight }) => {
  const bits = bitsOf(name)
  const isFree = (bits & from.unknown) !== 0 && name.head === undefined
  if (isFree && (bits & from.command) !== 0)
    sight.report('runs-text-from-outside', 'high', call, 'what is typed, as the name of an event')
  return undefined
}

/** More than these functions have parameters. */
const playerArguments: Value[] = Array.from({ length: 8 }, () => ({ bits: from.event | from.unknown }))

/** Tunnel of vRP lets players call the functions of the table. */
const tunnel: Action = ({ args, sight, apply }) => {
  sight.isInteresting = true
  const [{ text: name = '' } = nothing, { table } = nothing] = args
  for (const [key, value] of table?.fields ?? []) {
    addHandler(sight, value, 'event', `${name}:${key}`.slice(0, 60))
    apply(value, playerArguments)
  }
  return undefined
}

/** Functions that make others run later: for events, commands and requests. */
export const triggerFunctions: [action: Action, names: string][] = [
  [
    event,
    'RegisterNetEvent RegisterServerEvent AddEventHandler onNet on addNetEventListener RegisterNUICallback RegisterNuiCallback RegisterRawNuiCallback RegisterNuiCallbackType addEventListener lib.callback.register ESX.RegisterServerCallback QBCore.Functions.CreateCallback ESX.RegisterClientCallback',
  ],
  [command, 'RegisterCommand lib.addCommand ESX.RegisterCommand QBCore.Commands.Add'],
  [calls(from.state), 'AddStateBagChangeHandler'],
  [
    (context) => {
      context.sight.isInteresting = true
      return calls(from.private)(context)
    },
    'RegisterConsoleListener',
  ],
  [webHandler, 'SetHttpHandler'],
  [exportsFunction, 'exports globalThis.exports'],
  [sendsToServer, 'TriggerServerEvent TriggerLatentServerEvent'],
  [tunnel, 'Tunnel.bindInterface'],
  [
    ({ args }) => {
      const name = /\/(Tunnel|Proxy)$/.exec(args[1]?.text ?? '')?.[1]
      return name === undefined ? undefined : refTo(name)
    },
    'module',
  ],
  [({ args }) => refTo(constantOf(args[0] ?? nothing) ?? '#interface'), 'Proxy.getInterface'],
  [sends, 'TriggerEvent TriggerClientEvent TriggerLatentClientEvent emit emitNet'],
]
