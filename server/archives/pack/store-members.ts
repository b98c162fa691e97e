import { createHash } from 'node:crypto'

import type { ArchiveMember } from '#platform/inspection/archives/archive-limits.ts'
import type { MemberSink } from '#platform/inspection/archives/read-members.ts'

import {
  countLines,
  decodeText,
  archiveTypes,
  detectType,
  imageTypes,
  isText,
  programTypes,
  headSize,
} from './detect-type.ts'
import { maskSecrets } from './mask-secrets.ts'
import { packLimits, reasons, type PackWriter } from './pack-format.ts'
import type { PackMember } from './pack-index.ts'
import { isSettings, selectMembers, textRankOf, type Selection } from './select-members.ts'

type Stored = Omit<PackMember, 'path' | 'size' | 'sha256'>

/** Hashes each file of an archive, detects its type, and stores it in the pack if it is a selected text or image. */
export function storeMembers(
  files: readonly ArchiveMember[],
  pack: PackWriter,
): MemberSink & { members: PackMember[] } {
  const selections = selectMembers(files)
  const space = spaceLeft(files, selections)
  const members: PackMember[] = []
  let content: ReturnType<typeof createContent> | undefined
  const selection = () => selections[members.length] ?? { as: 'unknown' as const }

  return {
    members,
    write(_member, bytes) {
      content ??= createContent(selection().as)
      content.add(bytes)
    },
    end({ path, size }) {
      const { sha256, bytes } = (content ?? createContent('nothing')).finish()
      members.push({ path, size, sha256, ...store(path, size, bytes, selection(), space, pack) })
      content = undefined
    },
  }
}

type Space = { texts: number; images: number; imageCount: number }

/** The space that the selected members leave to those whose names do not say what they are. */
function spaceLeft(files: readonly ArchiveMember[], selections: readonly Selection[]): Space {
  const space: Space = {
    texts: packLimits.textsMax,
    images: packLimits.imagesMax,
    imageCount: packLimits.imageCountMax,
  }
  for (const [index, { size }] of files.entries()) {
    const use = selections[index]?.as
    if (use === 'text') space.texts -= size
    if (use === 'image') {
      space.images -= size
      space.imageCount -= 1
    }
  }
  return space
}

/** `bytes` is the whole content of a text or image that may be stored, and the first bytes of everything else. */
function store(
  path: string,
  size: number,
  bytes: Buffer,
  selection: Selection,
  space: Space,
  pack: PackWriter,
): Stored {
  const type = detectType(bytes)
  const base = { type, stored: null, lines: null, charset: null, notRead: null }
  const hasTextName = textRankOf(path) !== undefined
  if (type === 'fxap') return { ...base, kind: 'escrowed', notRead: reasons.escrowed }
  // A script may begin like an image or a program.
  if ((isText(bytes) && (size > 0 || hasTextName)) || (hasTextName && type === null)) return storeText()
  if (imageTypes.has(type)) return { ...base, kind: 'image', stored: storeImage() }
  if (archiveTypes.has(type)) return { ...base, kind: 'binary', notRead: reasons.archive }
  if (programTypes.has(type)) return { ...base, kind: 'binary', notRead: reasons.program }
  return { ...base, kind: 'binary' }

  function storeText(): Stored {
    if (selection.as === 'nothing') return { ...base, kind: 'text', notRead: selection.why }
    if (selection.as === 'unknown') {
      if (size > space.texts) return { ...base, kind: 'text', notRead: reasons.texts }
      space.texts -= size
    }
    const { text, charset } = decodeText(bytes)
    const stored = pack.addText(maskSecrets(text, { isCode: !isSettings(path) }))
    return { ...base, kind: 'text', stored, lines: countLines(text), charset }
  }

  function storeImage(): Stored['stored'] {
    if (selection.as === 'nothing' || size > packLimits.imageMax) return null
    if (selection.as !== 'image') {
      if (size > space.images || space.imageCount === 0) return null
      space.images -= size
      space.imageCount -= 1
    }
    return pack.addImage(bytes)
  }
}

/** Hashes the content of one member, and collects it if it may be stored; else only its first bytes. */
function createContent(selected: Selection['as']) {
  const hash = createHash('sha256')
  let chunks: Buffer[] = []
  let size = 0
  /** Undefined until the first bytes have arrived. */
  let isWhole: boolean | undefined

  return {
    /** The bytes may be changed afterwards. */
    add(bytes: Buffer): void {
      hash.update(bytes)
      if (isWhole === false) return
      if (isWhole === undefined && size + bytes.length >= headSize) {
        const head = Buffer.concat([...chunks, bytes.subarray(0, headSize - size)])
        isWhole = mayBeStored(selected, head)
        if (!isWhole) chunks = [head]
      }
      if (isWhole === false) return
      chunks.push(Buffer.from(bytes))
      size += bytes.length
    },
    finish(): { sha256: string; bytes: Buffer } {
      const [first = Buffer.alloc(0)] = chunks
      const bytes = chunks.length > 1 ? Buffer.concat(chunks) : first
      return { sha256: hash.digest('hex').slice(0, 32), bytes }
    },
  }
}

function mayBeStored(selected: Selection['as'], head: Buffer): boolean {
  if (selected === 'unknown') return isText(head) || imageTypes.has(detectType(head))
  return selected !== 'nothing'
}
