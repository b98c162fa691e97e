import { Link } from '@tanstack/react-router'
import { Archive, Pencil, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'

import type { Script } from '#contract/scripts.ts'
import { useSession } from '#web/app/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Card } from '#web/ui/Card.tsx'
import { focusMain } from '#web/ui/focus-main.ts'
import { VersionStates } from '#web/versions/VersionStates.tsx'

import { editorRoleOf } from './editor-role.ts'
import { HideActions } from './HideActions.tsx'
import styles from './OwnerActions.module.css'
import { PublishButton } from './PublishButton.tsx'

const loadDialog = () => import('./DeleteScriptDialog.tsx')
const DeleteScriptDialog = lazy(async () => ({ default: (await loadDialog()).DeleteScriptDialog }))
const StateDialog = lazy(async () => ({ default: (await import('./StateDialog.tsx')).StateDialog }))

/** For the author and for moderators. */
export function OwnerActions({ script }: { script: Script }) {
  const session = useSession()
  const role = editorRoleOf(session, script)
  const [isRequested, setRequested] = useState(false)
  const [isStateOpen, setStateOpen] = useState(false)
  const [isOpen, setOpen] = useState(false)
  if (!role) return null
  const isAdministrator = session?.user.is_admin === true || session?.user.is_owner === true
  // For other moderators a deletion hides the script.
  const mayDelete = role === 'author' || isAdministrator || !script.removal
  return (
    <Card className={styles.card} as="section" aria-label="Script management">
      <div className={styles.review}>
        <VersionStates
          script={script}
          {...(role === 'moderator' && {
            publish: <PublishButton script={script} onPublished={focusMain} />,
          })}
        />
      </div>
      <span className={styles.role}>{role === 'author' ? 'Your script' : 'Moderator tools'}</span>
      <div className={styles.buttons}>
        <Link
          to="/scripts/$id/edit"
          params={{ id: String(script.id) }}
          className={buttonClass({ size: 'sm' })}
          preload={false}
        >
          <Pencil />
          Edit
        </Link>
        {role === 'author' && (
          <Button size="sm" icon={<Archive />} onClick={() => setStateOpen(true)}>
            State
          </Button>
        )}
        {role === 'moderator' && <HideActions script={script} />}
        {mayDelete && (
          <Button
            variant="danger-outline"
            size="sm"
            icon={<Trash2 />}
            onPointerEnter={() => void loadDialog()}
            onFocus={() => void loadDialog()}
            onClick={() => {
              setRequested(true)
              setOpen(true)
            }}
          >
            Delete
          </Button>
        )}
      </div>
      {isStateOpen && (
        <Suspense>
          <StateDialog script={script} onClose={() => setStateOpen(false)} />
        </Suspense>
      )}
      {isRequested && (
        <Suspense>
          <DeleteScriptDialog
            script={script}
            deletes={role === 'author' ? 'own' : isAdministrator ? 'any' : 'later'}
            isOpen={isOpen}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </Card>
  )
}
