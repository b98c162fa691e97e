import { perHub } from '#platform/hub.ts'

/** What a download address leads to. */
export type GivenFile = { key: string; size: number; fileName: string; sha256: string }

const filesMax = 10_000

/** The files behind the addresses that this node gave out last, for when the database cannot be asked. */
export const givenFiles = perHub(() => {
  const files = new Map<string, GivenFile>()
  return {
    note(token: string, file: GivenFile) {
      files.set(token, file)
      const [oldest] = files.size > filesMax ? files.keys() : []
      if (oldest !== undefined) files.delete(oldest)
    },
    find: (token: string) => files.get(token),
  }
})
