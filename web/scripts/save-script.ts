import type { QueryClient } from '@tanstack/react-query'

import { call } from '#web/app/call.ts'

import { patchScript } from './script-detail.data.ts'

/** Starts the download of a script's file, and tells the server that it was. */
export async function saveScript(id: number, queryClient: QueryClient): Promise<void> {
  const { downloadUrl, fileName } = await call('GET /api/scripts/:id/download', { params: { id } })
  saveAs(downloadUrl, fileName)
  // A download that was not counted is still one.
  void call('POST /api/scripts/:id/download', { params: { id } })
    .then(({ downloads }) => patchScript(queryClient, id, { downloads }))
    .catch(() => undefined)
}

/** The browser itself fetches the signed address: an archive of a gigabyte never passes through the page. */
function saveAs(address: string, fileName: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  document.body.append(link)
  link.click()
  link.remove()
}
