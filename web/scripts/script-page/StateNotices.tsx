import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Hourglass, EyeOff } from 'lucide-react'

import type { Script } from '#contract/scripts/scripts.ts'
import type { Withdrawal } from '#contract/scripts/versions.ts'
import { AppealLink } from '#web/app/AppealLink.tsx'
import type { Session } from '#web/app/session-store.ts'
import { useSession } from '#web/app/session.ts'
import { ReviewLine } from '#web/moderation/cases/ReviewLine.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { focusMain } from '#web/ui/focus-main.ts'
import { versionsPath } from '#web/scripts/versions/version-paths.ts'
import { VersionStates } from '#web/scripts/versions/VersionStates.tsx'
import { nextStep, withdrawnTitle } from '#web/scripts/versions/withdrawal-texts.ts'
import { unpublishedTitle, withdrawalText } from '#web/scripts/versions/version-texts.ts'
import { versionChoicesQuery } from '#web/scripts/versions/versions.data.ts'
import { removalLimits, removalReasonTexts, type Removal } from '#contract/scripts/removal-schemas.ts'
import { dateText } from '#web/ui/date-text.ts'

import { isMaintainer, authorRoleOf, editorRoleOf } from './author-role.ts'
import { PublishButton } from './PublishButton.tsx'

/** For authors and moderators, above everything else: why visitors do not see the script or a version. */
export function StateNotices({ script }: { script: Script }) {
  const role = editorRoleOf(useSession(), script)
  const { removal, withdrawal, isInReview } = script
  return (
    <section className="grid gap-3 mb-5 hidden-empty" aria-label="State of the script">
      {removal && <HiddenNotice script={script} removal={removal} />}
      {withdrawal && <WithdrawnNotice script={script} withdrawal={withdrawal} />}
      {isInReview && !withdrawal && <UnpublishedNotice script={script} />}
      <VersionStates
        script={script}
        {...(role === 'moderator' && {
          publish: <PublishButton script={script} onPublished={focusMain} />,
        })}
      />
    </section>
  )
}

function WithdrawnNotice({ script, withdrawal }: { script: Script; withdrawal: Withdrawal }) {
  const session = useSession()
  const role = editorRoleOf(session, script)
  const { kind, reason, isByModerator } = withdrawal
  return (
    <Alert
      tone="danger"
      title={withdrawnTitle(script, withdrawal)}
      {...(isByModerator &&
        isMaintainer(session, script) && {
          action: <AppealLink subject={`version-${script.versionId}`} />,
        })}
    >
      <p>
        {kind !== 'other' && kind !== 'rejected' && `${withdrawalText(kind)}: `}
        <bdi>{reason}</bdi>
      </p>
      <p>
        {!script.removal && `Only ${readersOf(session, script)} can see this page. `}
        {!script.removal && role === 'author' && `${nextStep(withdrawal)} `}
        <Link to={versionsPath(script.id)} className="text-link">
          All versions
        </Link>
      </p>
    </Alert>
  )
}

function UnpublishedNotice({ script }: { script: Script }) {
  const session = useSession()
  const { data } = useQuery(versionChoicesQuery(script.id, session?.user.id))
  const version = data?.versions.find(({ id }) => id === script.versionId)
  return (
    <Alert
      icon={<Hourglass />}
      title={version ? unpublishedTitle(version, script) : 'Not published yet'}
      {...(editorRoleOf(session, script) === 'moderator' && {
        action: <PublishButton script={script} onPublished={focusMain} />,
      })}
    >
      <p>Only {readersOf(session, script)} can see this script until it is published.</p>
      <ReviewLine scriptId={script.id} versionId={script.versionId} />
    </Alert>
  )
}

function readersOf(session: Session | null, script: Script): string {
  const author = editorRoleOf(session, script) === 'author' ? 'you' : 'the author'
  return `${script.coAuthors ? 'the authors' : author} and moderators`
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
            <AppealLink subject={`removal-${id}`} />
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
