import { fieldOf, originsWithin } from '#analysis/flow/heap.ts'
import { logServices } from '#analysis/knowledge/hosts.ts'
import { ownIp } from '#analysis/knowledge/names.ts'
import {
  has,
  hasFreeStart,
  nothing,
  numberOf,
  origin,
  startOf,
  textsOf,
  type Value,
} from '#analysis/flow/value.ts'
import { holdsPlayerTable, holdsPicture, holdsRows, hostSentTo, hostsIn, httpCall } from './hosts.ts'
import { propertyOf } from './code.ts'
import { defineRule, low, medium } from './rule.ts'
import { sendsDataExamples } from './sends-data.examples.ts'

const isPrivate = origin.private | origin.identity

const ofSetting = origin.stored | origin.private
/** The key of an account comes from a setting of the server. */
function hasOwnKey([, options = nothing, , , headers]: readonly Value[]): boolean {
  const sent = originsWithin(headers ?? fieldOf(options, 'headers') ?? nothing)
  return (sent & (ofSetting | origin.identity)) === ofSetting
}

/** The host of a datagram is one of the arguments. */
const hostAmong = (values: readonly Value[]): string | undefined =>
  values
    .flatMap(textsOf)
    .find((text) => /^[\w-]+(\.[\w-]+)+$/.test(text) && /[a-z]|\.\d+\./i.test(text) && !ownIp.test(text))

export const sendsData = defineRule({
  id: 'sends-data',
  on: [
    'http',
    'sends-more',
    'answers',
    'sets-property',
    'sets-attribute',
    'sends-event',
    'shares',
    'sends-screen',
    'reads-file',
    'reads-setting',
    'sets-setting',
    'runs-command',
    'writes-file',
    'act',
  ],
  test: (event, program) => {
    const { kind, file, object, named, name } = event
    let { values } = event
    if (kind === 'sends-screen') {
      const url = values.find((value) => /^https?:/.test(startOf(value)))
      if (url) return medium(hostsIn(url)[0])
      if (values.some((value) => has(value, origin.event)))
        return medium('the screen, to a host that an event names')
      return values.some((value) => has(value, origin.otherResource))
        ? low('the screen, to a host that the server names')
        : undefined
    }
    if (kind === 'reads-file') {
      const sources = named.resource ? [named.resource, named.path ?? nothing] : [named.path ?? nothing]
      const isFree = sources.every((value) => has(value, origin.http | origin.web | origin.event))
      if (!isFree || has(named.path ?? nothing, origin.otherResource) || file.side === 'client')
        return undefined
      // No network event that we know leads to it; the name of one can be hidden.
      const isLocal =
        file.language === 'lua' &&
        !sources.some((value) => has(value, origin.http | origin.web)) &&
        program.triggers(event).length === 0
      // Pages cannot read files: libraries for both have such lines.
      return (isLocal || file.side === 'page' ? low : medium)('any file that is named from outside')
    }
    if (kind === 'reads-setting') {
      const setting = named.name ?? nothing
      const isFree =
        has(setting, origin.http | origin.web | origin.event) &&
        hasFreeStart(setting) &&
        !has(setting, origin.otherResource)
      // If it may be exactly what was sent, constants that it may be instead change nothing.
      const isOpen = program.openTriggers(event).length > 0
      const isNamed = isOpen ? isFree || has(setting, origin.sent) : isFree && !program.triggers(event).length
      return isNamed && file.side !== 'client' && !event.isChecked
        ? medium('any setting that is named from outside')
        : undefined
    }
    if (kind === 'act') {
      const isReason = /^(DropPlayer|kick)$/i.test(name) && values.some((value) => has(value, origin.secret))
      return isReason ? medium('a secret of the server, to players') : undefined
    }
    const isIntoFile =
      kind === 'writes-file' || (kind === 'sends-more' && object?.refs?.includes('#file') === true)
    if (isIntoFile) {
      const written = kind === 'sends-more' ? values : [named.content ?? nothing]
      return written.some((value) => (originsWithin(value) & origin.secret) !== 0)
        ? medium('a secret of the server, into a file')
        : undefined
    }
    if (kind === 'sends-more' && object && has(object, origin.web) && !event.isChecked) {
      const isOfOthers = values.some(
        (value) => (originsWithin(value) & (isPrivate | origin.secret)) !== 0 || holdsRows(value),
      )
      return isOfOthers ? medium('to everyone who asks by the web') : undefined
    }
    if (kind === 'sets-setting' || kind === 'runs-command') {
      // Everyone can ask the server for these settings.
      const isPublic =
        kind === 'sets-setting'
          ? /Replicated|ServerInfo|MapName|GameType/.test(name)
          : /^\s*set[sr]\s/.test(startOf(named.command ?? nothing))
      const isSecret = values.some((value) => has(value, origin.secret | origin.private))
      return isPublic && isSecret ? medium('a secret of the server, to everyone') : undefined
    }
    if (kind === 'sends-event' && event.detail !== 'clients') return undefined
    if (kind === 'answers' || kind === 'sends-event') {
      const isOfOthers = values.some((value) => (originsWithin(value, 4) & origin.anyone) !== 0)
      const isOpen = (): boolean =>
        event.detail === 'returns'
          ? !values.some((value) => has(value, origin.check))
          : program.openTriggers(event).length > 0
      if (isOfOthers && isOpen()) return medium('identifiers, IPs or screens of others, to a player who asks')
      if (values.some(holdsPlayerTable) && isOpen())
        return medium('a table of all players, to a player who asks')
    }
    const isToAll = kind === 'shares' || (kind === 'sends-event' && numberOf(values[1] ?? nothing) === -1)
    if (
      isToAll &&
      file.side !== 'client' &&
      values.some((value) => (originsWithin(value) & origin.private) !== 0)
    )
      return medium('identifiers or IPs of a player, to all players')
    if (kind === 'shares' || kind === 'sends-event' || kind === 'answers') {
      const isSecret = values.some((value) => (originsWithin(value, 4) & origin.secret) !== 0)
      if (!isSecret || file.side === 'client') return undefined
      return (event.isChecked ? low : medium)('a secret of the server, to players')
    }
    let host: string | undefined
    if (kind === 'sends-more') {
      // A database is asked over a socket, whose host is not the one that the file names.
      if (!object?.refs?.includes('#response') || object.refs.includes('#socket')) return undefined
      host = program.hostOf(file) ?? (object.refs.includes('#datagram') ? hostAmong(values) : undefined)
    }
    if (kind === 'sets-property' || kind === 'sets-attribute') {
      const [property, value] = propertyOf(event)
      const isForm = property === 'action' && file.side === 'page'
      if (!isForm && property !== 'src' && property !== 'href') return undefined
      host = hostSentTo(value)
      if (isForm) return host === undefined ? undefined : medium(host)
      values = [value]
    }
    if (kind === 'http') {
      if (!httpCall.test(name) || !program.isForeign(event)) return undefined
      host = values.map(hostSentTo).find((one) => one !== undefined)
    }
    const within = values.map((value) => originsWithin(value))
    if (within.some((origins) => (origins & origin.secret) !== 0)) return undefined
    if (
      host !== undefined &&
      (within.some((origins) => (origins & isPrivate) !== 0) ||
        values.some((value) => holdsRows(value) || holdsPicture(value)))
    )
      return logServices.test(host) && hasOwnKey(values)
        ? low(`${host}, with a key from the settings`)
        : medium(host)
    const isOfNetwork =
      file.side === 'page' &&
      host !== undefined &&
      within.some((origins) => (origins & origin.http) !== 0) &&
      program.of(file, 'http').some((other) => other.values.flatMap(hostsIn).some((one) => ownIp.test(one)))
    if (isOfNetwork) return medium(`what the network of the player answers: ${host}`)
    const body = values[1] && fieldOf(values[1], 'body')
    if (file.side === 'page' && host !== undefined && body && program.asksPassword)
      return medium(`what is typed, on a page with a password: ${host}`)
    return undefined
  },
  examples: sendsDataExamples,
})
