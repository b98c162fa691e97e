import { compare, parse, satisfies, validRange, type SemVer } from 'semver'

import type { resolveProblems } from '#contract/scripts/resolve.ts'

/** A version that was published, with what decides whether it is chosen. */
type Candidate = {
  id: number
  number: string
  publishedAt: string
  isWithdrawn: boolean
}

type Wish = {
  /** A range, a number, or `latest`. */
  range: string
  locked: string | undefined
  /** Versions published after it are chosen only by their number, or instead of a withdrawn one. */
  before: Date
}

export type VersionProblem = Extract<
  (typeof resolveProblems)[number],
  'invalid-range' | 'range-unsupported' | 'no-match' | 'withdrawn' | 'too-new'
>

type Choice<Version> = { version: Version | null; problem: VersionProblem | null }

/** `versions` has the newest one first. */
export function chooseVersion<Version extends Candidate>(
  versions: readonly Version[],
  { range, locked, before }: Wish,
): Choice<Version> {
  const exact = versions.filter(({ number }) => plain(number) === plain(range))
  const [pinned] = exact.toSorted((a, b) => Number(a.isWithdrawn) - Number(b.isWithdrawn))
  if (pinned) return { version: pinned, problem: pinned.isWithdrawn ? 'withdrawn' : null }
  const matching = matchesOf(versions, range)
  if (typeof matching === 'string') return { version: null, problem: matching }
  if (matching.length === 0) return { version: null, problem: 'no-match' }

  const usable = matching.filter(({ isWithdrawn }) => !isWithdrawn)
  const stored = matching.filter(({ number }) => locked !== undefined && plain(number) === plain(locked))
  const kept = stored.find(({ isWithdrawn }) => !isWithdrawn)
  if (kept) return { version: kept, problem: null }
  if (usable.length === 0) return { version: stored[0] ?? null, problem: 'withdrawn' }
  const isReplacement = stored.length > 0
  const old = isReplacement
    ? usable
    : usable.filter(({ publishedAt }) => Date.parse(publishedAt) <= before.getTime())
  const [best] = old.length === 0 && usable.length < matching.length ? usable : old
  return best ? { version: best, problem: null } : { version: null, problem: 'too-new' }
}

/** The best one first. */
function matchesOf<Version extends Candidate>(
  versions: readonly Version[],
  range: string,
): Version[] | 'invalid-range' | 'range-unsupported' {
  if (/^(?:latest|\*|x|)$/i.test(range)) return [...versions]
  if (validRange(range, { loose: true }) === null) return 'invalid-range'
  const readable = versions.flatMap((version) => {
    const semver = semverOf(version.number)
    return semver ? [{ version, semver }] : []
  })
  if (readable.length === 0 && versions.length > 0) return 'range-unsupported'
  return readable
    .filter(({ semver }) => satisfies(semver, range, { loose: true }))
    .toSorted((a, b) => compare(b.semver, a.semver) || b.version.id - a.version.id)
    .map(({ version }) => version)
}

/** Also of `v1.2` and `1`, which many authors use. */
export function semverOf(number: string): SemVer | null {
  const [, major, minor = '0', patch = '0', rest = ''] =
    /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?([-+].*)?$/i.exec(number.trim()) ?? []
  return major === undefined ? null : parse(`${major}.${minor}.${patch}${rest}`, { loose: true })
}

function plain(number: string): string {
  return number
    .trim()
    .toLowerCase()
    .replace(/^v(?=\d)/, '')
}
