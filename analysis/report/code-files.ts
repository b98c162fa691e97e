import type { Member } from './archive.ts'

export type CodeKind = 'lua' | 'js' | 'page'

const luaFile = /\.lua$/i
const jsFile = /\.[cm]?[jt]sx?$/i
const pageFile = /\.([jt]sx|html?|vue|svelte)$/i
export const markupFile = /\.(html?|vue|svelte)$/i

/** Code of a page, although no manifest names it. */
export function isPage({ path, side, resource }: Member): boolean {
  return pageFile.test(path) && (side === 'none' || resource === null)
}

export function kindOf(member: Member): CodeKind {
  if (isLua(member)) return 'lua'
  return isPage(member) || markupFile.test(member.path) ? 'page' : 'js'
}

export function isLua({ path, side }: Member): boolean {
  // A script under another name: most are Lua.
  return luaFile.test(path) || (!jsFile.test(path) && !markupFile.test(path) && side !== 'page')
}

export function isCode({ path, side }: Pick<Member, 'path' | 'side'>): boolean {
  if (luaFile.test(path) || jsFile.test(path) || markupFile.test(path)) return true
  // What a manifest names as a script is one, whatever its extension. `shared` and `none` also hold data.
  return (
    (side === 'server' || side === 'client') && !/\.(json|sql|md|txt|css|xml|meta|ya?ml|cfg|svg)$/i.test(path)
  )
}
