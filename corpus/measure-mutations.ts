import { analyseProgram, type HostileProgram } from './hostile.ts'
import { mutations } from './mutations.ts'

/** Of the programs that are found unchanged: how many are found after each mutation. */
export async function measureMutations(
  programs: readonly HostileProgram[],
  { seed, showsMissed }: { seed: number; showsMissed: boolean },
): Promise<string> {
  const detected: HostileProgram[] = []
  for (const program of programs) {
    const { rules } = await analyseProgram(program.files)
    if (rules.length > 0) detected.push(program)
  }
  const rows: string[] = []
  const missed: string[] = []
  const total = { changed: 0, found: 0, unread: 0 }
  for (const { name, change } of mutations) {
    const count = { changed: 0, found: 0, unread: 0 }
    for (const { set, id, files } of detected) {
      const changed = change(files, createRandom(seed))
      if ([...changed].every(([path, text]) => files.get(path) === text)) continue
      const { rules, isUnread } = await analyseProgram(changed)
      count.changed++
      if (rules.length > 0) count.found++
      else if (isUnread) count.unread++
      else missed.push(`${name}: ${set} ${id}`)
    }
    rows.push(row(name, count))
    total.changed += count.changed
    total.found += count.found
    total.unread += count.unread
  }
  const head = ['| Mutation | Programs | Found | Said to be unread | Silent |', '|---|---|---|---|---|']
  return [...head, ...rows, row('all', total), ...(showsMissed ? ['', ...missed] : [])].join('\n')
}

function row(
  name: string,
  { changed, found, unread }: { changed: number; found: number; unread: number },
): string {
  return `| ${name} | ${changed} | ${found} | ${unread} | ${changed - found - unread} |`
}

/** Numbers from 0 to 1 that are the same for the same seed. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
}
