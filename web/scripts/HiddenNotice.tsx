import { Link } from '@tanstack/react-router'
import { EyeOff } from 'lucide-react'

import { removalLimits, removalReasonTexts, type Removal } from '#contract/removal-schemas.ts'
import { useSession } from '#web/app/session.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { dateText } from '#web/ui/date-text.ts'

import styles from './HiddenNotice.module.css'

// Typed as string: the router's types accept only paths of the routes that are in the first load.
const appealPath = (removalId: number): string => `/cases?appeal=removal-${removalId}`

/** On the page of a hidden script, which only its author and moderators see. */
export function HiddenNotice({
  script: { userId },
  removal: { id, reason, note, at },
}: {
  script: { userId: number }
  removal: Removal
}) {
  const isAuthor = useSession()?.user.id === userId
  return (
    <div className={styles.notice}>
      <Alert
        tone="danger"
        icon={<EyeOff />}
        title={`Hidden by a moderator since ${dateText(at)}`}
        {...(isAuthor && {
          action: (
            <Link to={appealPath(id)} className="text-link">
              Appeal
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
          Only {isAuthor ? 'you' : 'the author'} and moderators see this page. The files are deleted{' '}
          {removalLimits.fileDays} days after the script was hidden.
        </p>
      </Alert>
    </div>
  )
}
