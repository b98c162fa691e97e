import { Link } from '@tanstack/react-router'
import { EyeOff } from 'lucide-react'

import { removalLimits, removalReasonTexts, type Removal } from '#contract/scripts/removal-schemas.ts'
import { casesPath } from '#web/app/paths.ts'
import { useSession } from '#web/app/session.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { dateText } from '#web/ui/date-text.ts'

import { authorRoleOf, isMaintainer } from './author-role.ts'

/** On the page of a hidden script, which only its authors and moderators see. */
export function HiddenNotice({
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
        Only {script.coAuthors ? 'the authors' : role ? 'you' : 'the author'} and moderators see this page.
        The files are deleted {removalLimits.fileDays} days after the script was hidden.
      </p>
    </Alert>
  )
}
