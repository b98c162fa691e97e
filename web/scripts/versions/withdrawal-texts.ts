import type { VersionSummary } from '#contract/scripts/versions.ts'
import type { Script } from '#contract/scripts/scripts.ts'

type Withdrawal = NonNullable<VersionSummary['withdrawal']>

/** The title of the notice about a script whose current version is withdrawn, so that visitors do not see it. */
export function withdrawnTitle(
  { version, removal }: Pick<Script, 'version' | 'removal'>,
  { kind }: Pick<Withdrawal, 'kind'>,
): string {
  if (kind === 'rejected') return `A moderator did not publish ${version}`
  return removal ? `${version} was withdrawn` : `${version} was withdrawn, so the script is hidden`
}

/** For the author. What a moderator withdrew, or was withdrawn for security, only moderators restore. */
export function nextStep({ kind, isByModerator }: Pick<Withdrawal, 'kind' | 'isByModerator'>): string {
  return kind === 'security' || isByModerator
    ? 'Upload a new version.'
    : 'Upload a new version, or restore this one.'
}

export function withdrawalConsequences({
  version: { state, isCurrent, number, downloads },
  kind,
  next,
}: {
  version: Pick<VersionSummary, 'state' | 'isCurrent' | 'number' | 'downloads'>
  kind: Withdrawal['kind']
  next: Pick<VersionSummary, 'number'> | undefined
}): string[] {
  const isSecurity = kind === 'security'
  if (state === 'waiting' || state === 'scanning')
    return [`${number} is not published and no longer waiting for review.`]
  return [
    !isCurrent
      ? 'The current version stays as it is.'
      : next
        ? `${next.number} becomes the current version: downloads and the list show it.`
        : 'No other version is published, so the script is hidden: only the authors and moderators can see it until a version is published.',
    isSecurity
      ? 'Only the authors and moderators can download it and browse its files.'
      : 'It stays in the list of versions with your reason, and can still be downloaded there.',
    isSecurity &&
      downloads > 0 &&
      'Everyone who downloaded it is notified at once, here and by email, with your reason.',
    isSecurity ? 'Only a moderator can restore it.' : 'You can restore it later.',
  ].filter((text) => text !== false)
}
