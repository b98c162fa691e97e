import { Link } from '@tanstack/react-router'
import { Hourglass } from 'lucide-react'

import type { Script } from '#contract/scripts/scripts.ts'
import type { VersionSummary } from '#contract/scripts/versions.ts'
import { scriptPath } from '#web/app/paths.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { dateText } from '#web/ui/date-text.ts'

import { withdrawalText } from './version-texts.ts'

/** Above the content of a version that was withdrawn or waits for review. */
export function VersionNotice({
  script,
  version: { number, state, withdrawal, isCurrent },
}: {
  script: Script
  version: VersionSummary
}) {
  if (state === 'waiting' || state === 'scanning')
    return (
      <div className="mb-6">
        <Alert
          icon={<Hourglass />}
          title={
            state === 'waiting' ? `${number} waits for review` : `${number} is scanned before it is published`
          }
        >
          Only the author and moderators see this version.
        </Alert>
      </div>
    )
  if (!withdrawal) return null
  const { kind, reason, at } = withdrawal
  return (
    <div className="mb-6">
      <Alert
        tone={kind === 'security' ? 'danger' : 'warn'}
        title={`${number} was withdrawn. ${withdrawalText(kind)}.`}
      >
        <bdi>{reason}</bdi> ({dateText(at)}){' '}
        {!isCurrent && !script.isInReview && (
          <>
            Use{' '}
            <Link to={scriptPath(script.id)} className="text-link">
              {script.version}
            </Link>{' '}
            instead.
          </>
        )}
      </Alert>
    </div>
  )
}
