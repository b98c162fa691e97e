import { queryOptions } from '@tanstack/react-query'

import { ApiError, call, callQuery } from '#web/app/call.ts'
import { currentToken } from '#web/app/session-store.ts'

import { codeLimits, limitText } from './code-lines.ts'

export const filesQuery = (versionId: number) =>
  callQuery(['versions', 'files', versionId], 'GET /api/versions/:id/files', { params: { id: versionId } })

/** The file that a path of an archive names, without the list of its files. */
export const servedFileQuery = (versionId: number, path: string) =>
  queryOptions({
    queryKey: ['versions', 'served-file', versionId, path],
    queryFn: async () => {
      const request = { params: { id: versionId }, query: { path, limit: 1 } }
      const { files, filesTotal } = await call('GET /api/versions/:id/files', request)
      return { file: files.find((file) => file.path === path), isFound: files.length > 0, filesTotal }
    },
    meta: { isServerOnly: true },
  })

/** For readers without JavaScript. */
export const servedTextQuery = (versionId: number, n: number) =>
  queryOptions({
    queryKey: ['versions', 'served-text', versionId, n],
    queryFn: () => call('GET /api/versions/:id/texts/:n', { params: { id: versionId, n } }),
    meta: { isServerOnly: true },
  })

/** The beginning of a text. The contents of a version never change. */
export const textQuery = (versionId: number, n: number) =>
  queryOptions({
    queryKey: ['versions', 'text', versionId, n],
    queryFn: async ({ signal }) => readStart(await fetchContent(versionId, n, signal)),
    staleTime: Infinity,
  })

export const imageQuery = (versionId: number, n: number) =>
  queryOptions({
    queryKey: ['versions', 'image', versionId, n],
    queryFn: async ({ signal }) => (await fetchContent(versionId, n, signal)).blob(),
    staleTime: Infinity,
  })

/** With the session: the files of a version that waits are for its author and moderators. */
async function fetchContent(versionId: number, n: number, signal: AbortSignal): Promise<Response> {
  const token = currentToken()
  const response = await fetch(`/files/content/${versionId}/${n}`, {
    signal,
    ...(token !== undefined && { headers: { authorization: `Bearer ${token}` } }),
  }).catch((error: unknown) => {
    if (signal.aborted) throw error
    throw new ApiError('Network error occurred', { code: 'network' })
  })
  if (response.ok) return response
  const { status, statusText } = response
  throw new ApiError(`HTTP ${status}: ${statusText}`, { status, statusText })
}

async function readStart(response: Response): Promise<{ text: string; isCut: boolean }> {
  const reader = response.body?.getReader()
  if (!reader) return limitText('')
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  while (bytes < codeLimits.bytesMax) {
    const { done, value } = await reader.read()
    if (done) return limitText(text)
    bytes += value.length
    text += decoder.decode(value, { stream: true })
  }
  await reader.cancel()
  return { ...limitText(text), isCut: true }
}
