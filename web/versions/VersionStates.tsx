import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Hourglass } from 'lucide-react'
import type { ReactNode } from 'react'

import type { Script } from '#contract/scripts.ts'
import type { VersionSummary } from '#contract/versions.ts'
import { casesPath } from '#web/app/paths.ts'
import { useSession } from '#web/app/session.ts'
import { ReviewLine } from '#web/cases/ReviewLine.tsx'
import { Alert } from '#web/ui/Alert.tsx'

import { versionsPath } from './version-paths.ts'
import { versionChoicesQuery } from './versions.data.ts'
import { withdrawalText } from './version-texts.ts'

/** For the author and moderators: the current version is withdrawn, or another one waits for review. */
export function VersionStates({ script, publish }: { script: Script; publish?: ReactNode }) {
  const { data } = useQuery(versionChoicesQuery(script.id))
  const waiting = data?.versions.find(
    ({ id, state }) => (state === 'waiting' || state === 'scanning') && id !== script.versionId,
  )
  const { withdrawal } = script
  const isAuthor = useSession()?.user.id === script.userId
  const versions = (
    <Link to={versionsPath(script.id)} className="text-link">
      All versions
    </Link>
  )
  return (
    <>
      {withdrawal && (
        <Alert
          tone="danger"
          title={`${script.version} was withdrawn, so the script is hidden`}
          {...(isAuthor &&
            withdrawal.isByModerator && {
              action: (
                <Link to={casesPath} search={{ appeal: `version-${script.versionId}` }} className="text-link">
                  Appeal
                </Link>
              ),
            })}
        >
          {withdrawalText(withdrawal.kind)}: <bdi>{withdrawal.reason}</bdi> Only the author and moderators see
          this page. Upload a new version, or restore one. {versions}
        </Alert>
      )}
      {waiting && (
        <Alert icon={<Hourglass />} title={waitingTitle(waiting)} action={publish}>
          Until it is published, visitors get {script.version}. {versions}
          <ReviewLine scriptId={script.id} versionId={waiting.id} />
        </Alert>
      )}
    </>
  )
}

function waitingTitle({ number, state }: VersionSummary): string {
  return state === 'scanning' ? `${number} is scanned before it is published` : `${number} waits for review`
}
