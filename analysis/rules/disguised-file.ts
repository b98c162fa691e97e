import {
  archiveTypes,
  binaries,
  code,
  imageOrData,
  looksLikeCode,
  programs,
  programTypes,
} from './file-types.ts'
import { defineRule, high, medium } from './rule.ts'

export const disguisedFile = defineRule({
  id: 'disguised-file',
  severity: 'high',
  title: 'Is not what its name says',
  why: 'The name hides what the file contains.',
  check: 'Why does the file not have its usual name?',
  since: 1,
  on: [],
  test: () => undefined,
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
    found: [],
    notFound: [],
  },
})
