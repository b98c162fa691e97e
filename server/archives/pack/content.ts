import { createHash } from 'node:crypto'

import { detectType, headSize, imageTypes, isText } from './detect-type.ts'
import type { Selection } from './select-members.ts'

/** Hashes the content of one member, and collects it if it may be stored; else only its first bytes. */
export function createContent(selected: Selection['as']) {
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
