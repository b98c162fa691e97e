import { lazySingleton } from '#platform/app.ts'

/** The file behind a download link. */
export type LinkedFile = { key: string; size: number; fileName: string; sha256: string }

const filesMax = 10_000

/** The files behind the most recent links of this node, for downloads while the database is unavailable. */
export const recentDownloadLinks = lazySingleton(() => {
  const files = new Map<string, LinkedFile>()
  return {
    add(token: string, file: LinkedFile) {
      files.set(token, file)
      const [oldest] = files.size > filesMax ? files.keys() : []
      if (oldest !== undefined) files.delete(oldest)
    },
    find: (token: string) => files.get(token),
  }
})
