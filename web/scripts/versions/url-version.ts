import { createContext, useContext } from 'react'

import type { Script } from '#contract/scripts/scripts.ts'
import type { VersionSummary } from '#contract/scripts/versions.ts'
import type { PageContext } from '#web/app/page-context.ts'
import { scriptQuery } from '#web/scripts/script-page/script-detail.data.ts'
import { parseScriptId } from '#web/scripts/script-page/script-id.ts'

import type { UrlVersion } from './version-paths.ts'
import { versionQuery } from './versions.data.ts'

/** For the links of a page. */
export const UrlVersionContext = createContext<UrlVersion>({ scriptId: 0 })
export const useUrlVersion = (): UrlVersion => useContext(UrlVersionContext)

/** The id of a version; 0, which none has, for any other text. */
export function parseVersionSearch({ v }: Record<string, unknown>): { v?: number } {
  return typeof v === 'string' || typeof v === 'number' ? { v: parseScriptId(String(v)) ?? 0 } : {}
}

export function parsePageSearch({ page }: Record<string, unknown>): { page?: number } {
  const number = Number(page)
  return Number.isInteger(number) && number > 1 && number < 1e6 ? { page: number } : {}
}

/** Null if it does not exist, undefined after an error; the version also where the URL names none. */
export type Loaded = { script?: Script | null | undefined; version?: VersionSummary | null | undefined }

/** The script of a page and the version that its URL names. */
export async function loadUrlVersion(
  { queryClient, response }: PageContext,
  { id: text, v }: { id: string; v: number | undefined },
): Promise<Required<Loaded> & { versionId: number | undefined }> {
  const id = parseScriptId(text)
  // The browser waits as well, because the title names the script. The component shows an error.
  const [script, named] = await Promise.all([
    id === undefined
      ? null
      : queryClient.ensureQueryData({ ...scriptQuery(id), revalidateIfStale: true }).catch(() => undefined),
    v === undefined
      ? undefined
      : v === 0
        ? null
        : queryClient.ensureQueryData({ ...versionQuery(v), revalidateIfStale: true }).catch(() => undefined),
  ])
  const version = named && named.scriptId !== id ? null : named
  if (script === null || version === null) response.status = 404
  return { script, version, versionId: v === undefined ? script?.versionId : version?.id }
}
