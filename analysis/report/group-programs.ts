import { kindOf, type CodeKind } from './code-files.ts'
import type { Member } from './archive.ts'

const sizeMax = 512 * 1024

/**
 * The scripts of each side of a resource, which share their variables. Shared files are in two programs; large files and
 * those of no resource are programs of their own.
 */
export function groupPrograms(members: readonly Member[]): Member[][] {
  const groups = new Map<string, Member[]>()
  const alone: Member[][] = []
  for (const member of members) {
    const { resource, size } = member
    if (resource === null || size > sizeMax / 2) alone.push([member])
    else
      for (const side of sidesOf(member, kindOf(member)))
        groups.getOrInsertComputed(`${side} ${resource}`, () => []).push(member)
  }
  return [...groups.values()]
    .flatMap((group) => split(group.toSorted((left, right) => orderOf(left) - orderOf(right))))
    .concat(alone)
}

/** The server and the client run the shared files as well, and may load the files that no manifest runs. */
function sidesOf({ side }: Member, kind: CodeKind): string[] {
  if (kind === 'page' || side === 'page') return ['page']
  if (side === 'server' || side === 'client') return [`${kind} ${side}`]
  // Only the server loads modules of Node.js.
  return kind === 'js' && side === 'none' ? ['js server'] : [`${kind} server`, `${kind} client`]
}

function orderOf({ side }: Member): number {
  return ['shared', 'none'].indexOf(side) + 1 || 3
}

/** As many files together as fit. */
function split(members: readonly Member[]): Member[][] {
  const parts: Member[][] = []
  let left = 0
  for (const member of members) {
    if (left < member.size) {
      parts.push([])
      left = sizeMax
    }
    left -= member.size
    parts.at(-1)?.push(member)
  }
  return parts
}
