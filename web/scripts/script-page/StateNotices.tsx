import { Link } from '@tanstack/react-router'
import { Hourglass, EyeOff } from 'lucide-react'

import type { Script } from '#contract/scripts/scripts.ts'
import { casesPath } from '#web/app/paths.ts'
import { useSession } from '#web/app/session.ts'
import { ReviewLine } from '#web/moderation/cases/ReviewLine.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { focusMain } from '#web/ui/focus-main.ts'
import { versionsPath } from '#web/scripts/versions/version-paths.ts'
import { withdrawalText } from '#web/scripts/versions/version-texts.ts'
import { removalLimits, removalReasonTexts, type Removal } from '#contract/scripts/removal-schemas.ts'
import { dateText } from '#web/ui/date-text.ts'

import { isMaintainer, authorRoleOf, editorRoleOf } from './author-role.ts'
import { PublishButton } from './PublishButton.tsx'

/** Why visitors do not see the page: its author and moderators read it above everything else. */
export function StateNotices({ script }: { script: Script }) {
  const session = useSession()
  const role = editorRoleOf(session, script)
  const readers = `${script.coAuthors ? 'the authors' : role === 'author' ? 'you' : 'the author'} and moderators`
  const { removal, withdrawal } = script
  return (
    <section className="grid gap-3 mb-5" aria-label="State of the script">
      {removal && <HiddenNotice script={script} removal={removal} />}
      {withdrawal && (
        <Alert
          tone="danger"
          title={`${script.version} was withdrawn, so the script is hidden`}
          {...(isMaintainer(session, script) &&
            withdrawal.isByModerator && {
              action: (
                <Link to={casesPath} search={{ appeal: `version-${script.versionId}` }} className="text-link">
                  Appeal
                </Link>
              ),
            })}
        >
          <p>
            {withdrawal.kind !== 'other' && `${withdrawalText(withdrawal.kind)}: `}
            <bdi>{withdrawal.reason}</bdi>
          </p>
          <p>
            Only {readers} can see this page. Upload a new version, or restore one.{' '}
            <Link to={versionsPath(script.id)} className="text-link">
              All versions
            </Link>
          </p>
        </Alert>
      )}
      {script.isInReview && !withdrawal && (
        <Alert
          icon={<Hourglass />}
          title="Waiting for review"
          {...(role === 'moderator' && { action: <PublishButton script={script} onPublished={focusMain} /> })}
        >
          <p>Only {readers} can see this script until a moderator publishes it.</p>
          <ReviewLine scriptId={script.id} versionId={script.versionId} />
        </Alert>
      )}
    </section>
  )
}

/** On the page of a hidden script, which only its authors and moderators see. */
function HiddenNotice({
  script,
  removal: { id, reason, note, at, takedown },
}: {
  script: Parameters<typeof isMaintainer>[1]
  removal: Removal
}) {
  const session = useSession()
  const role = authorRoleOf(session, script)
  const mayAnswer = takedown === undefined ? isMaintainer(session, script) : role === 'owner'
  return (
    <Alert
      tone="danger"
      icon={<EyeOff />}
      title={`Hidden by a moderator since ${dateText(at)}`}
      {...(mayAnswer && {
        action:
          takedown === undefined ? (
            <Link to={casesPath} search={{ appeal: `removal-${id}` }} className="text-link">
              Appeal
            </Link>
          ) : (
            <Link to="/takedown/$number/counter-notice" params={{ number: takedown }} className="text-link">
              Send a counter-notice
            </Link>
          ),
      })}
    >
      <p>
        {removalReasonTexts[reason]}
        {note !== '' && (
          <>
            : <bdi>{note}</bdi>
          </>
        )}
      </p>
      <p>
        Only {script.coAuthors ? 'the authors' : role ? 'you' : 'the author'} and moderators can see this
        page. The files are deleted {removalLimits.fileDays} days after the script was hidden.
      </p>
    </Alert>
  )
}
