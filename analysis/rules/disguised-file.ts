import {
  archiveTypes,
  binaries,
  code,
  imageOrData,
  looksLikeCode,
  programs,
  programTypes,
} from './file-types.ts'
import { scriptEndings } from '#analysis/flow/imports.ts'
import { endOf, nothing, origin } from '#analysis/flow/value.ts'
import { codeKinds, codeOf } from './code.ts'
import { defineRule, high, js, lua, medium, type Finding } from './rule.ts'

const otherName = (runner: string): Finding =>
  high(`a file that is not named as such a script, run by ${runner}`)

export const disguisedFile = defineRule({
  id: 'disguised-file',
  on: [...codeKinds, 'reads-file'],
  test: (event) => {
    const { kind, name, named } = event
    if (kind === 'reads-file') {
      const end = /^(loadfile|dofile)$/.test(name) ? endOf(named.path ?? nothing) : ''
      return /\.\w{1,5}$/.test(end) && !scriptEndings.lua.test(end) ? otherName(name) : undefined
    }
    const run = codeOf(event)
    return run && (run.origins & origin.otherFile) !== 0 ? otherName(run.runner) : undefined
  },
  onMember: (member, { text }) => {
    const { path, side, kind, size, resource } = member
    const type = member.type ?? ''
    const isRun = side === 'server' || side === 'client' || side === 'shared'
    // `shared` also holds data.
    const isBinary =
      (kind === 'binary' || kind === 'image') && (side !== 'shared' || !imageOrData.test(path)) && size > 0
    if (type === 'lua-bytecode') return code.test(path) ? undefined : high('precompiled Lua')
    if (programTypes.has(type) && !programs.test(path) && !binaries.test(path))
      return isRun || imageOrData.test(path) ? high('a program') : medium('a program')
    if (archiveTypes.has(type) && (code.test(path) || imageOrData.test(path))) return medium('an archive')
    if (isRun && !code.test(path) && imageOrData.test(path) && (side !== 'shared' || looksLikeCode(text)))
      return high('run as a script')
    if (/\.(png|jpe?g|gif|webp|ttf|ogg|mp3|ytd)$/i.test(path) && looksLikeCode(text))
      return isRun ? high('a script') : medium('a script')
    if (isRun && (side !== 'shared' || code.test(path)) && text?.includes('\0'))
      return high('contains zero bytes')
    if (isRun && isBinary && !binaries.test(path) && !programs.test(path) && !/\.wasm$/i.test(path))
      return high('a binary file, run as a script')
    return resource !== null && isRun && code.test(path) && /(^|\/)(stream|\.[^/]+)\//.test(path)
      ? high('a script in a folder for other files')
      : undefined
  },
  examples: {
    found: [
      lua(`^load(LoadResourceFile(GetCurrentResourceName(), 'tools/x.js'))()`),
      lua(`^load(LoadResourceFile(GetCurrentResourceName(), 'LICENSE'))()`),
      lua(`local text = LoadResourceFile(GetCurrentResourceName(), 'notes.txt')
^assert(load(text))()`),
      lua(`^dofile('resources/own/logo.png')`),
      js(`^eval(LoadResourceFile(GetCurrentResourceName(), 'tools/x.lua'))`),
      lua(`^load(GetResourceMetadata(GetCurrentResourceName(), 'start', 0))()`),
      js(`const settings = JSON.parse(LoadResourceFile(GetCurrentResourceName(), 'settings.json'))
^eval(settings.start)`),
    ],
    notFound: [
      lua(`load(LoadResourceFile(GetCurrentResourceName(), 'tools/x.lua'))()`),
      lua(`dofile('resources/own/init.lua')`),
      lua(`print(LoadResourceFile(GetCurrentResourceName(), 'notes.txt'))`),
      js(`eval(LoadResourceFile(GetCurrentResourceName(), 'tools/x.js'))`),
    ],
  },
})
