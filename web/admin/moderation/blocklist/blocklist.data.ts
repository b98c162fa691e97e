import { keepPreviousData } from '@tanstack/react-query'
import { Archive, FileCode, Globe, TextSearch } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'

import { blocklistKinds, type BlocklistKey, type BlocklistKind } from '#contract/moderation/blocklist.ts'
import type { BlocklistSearch } from '#web/admin/admin-search.ts'
import { callQuery } from '#web/app/call.ts'
import type { Session } from '#web/app/session-store.ts'
import { hasPermission } from '#web/app/session.ts'

export const blocklistKey = ['admin', 'blocklist']

export const blocklistQuery = ({ q: search = '', kind, page = 1 }: BlocklistSearch) => ({
  ...callQuery([...blocklistKey, { search, kind, page }], 'GET /api/moderation/blocklist', {
    query: { search, kind, page },
  }),
  placeholderData: keepPreviousData,
})

export const effectKey = [...blocklistKey, 'effect']

export const effectQuery = ({ kind, value }: BlocklistKey) => ({
  ...callQuery([...effectKey, kind, value], 'GET /api/moderation/blocklist/effect', {
    query: { kind, value },
  }),
  retry: false,
})

export const kindTexts: Record<BlocklistKind, { label: string; icon: LucideIcon; valueHint: string }> = {
  archive: { label: 'Archive', icon: Archive, valueHint: 'Its SHA-256: 64 hexadecimal digits.' },
  file: { label: 'File', icon: FileCode, valueHint: 'Its SHA-256: 64 hexadecimal digits, or the first 32.' },
  host: { label: 'Host', icon: Globe, valueHint: 'A name such as bad.example, without https:// and path.' },
  text: { label: 'Text', icon: TextSearch, valueHint: '8 to 200 characters of code.' },
}

/** The kinds of entries that the user may add and remove. */
export function changeableKinds(session: Session | null): readonly BlocklistKind[] {
  const mayTakeDown = hasPermission(session, 'admin.takedowns.manage')
  const mayModerate = hasPermission(session, 'admin.scripts.moderate')
  return blocklistKinds.filter((kind) => (kind === 'archive' || kind === 'file' ? mayTakeDown : mayModerate))
}
