import { Link } from '@tanstack/react-router'
import { Archive, Pencil, Trash2, Upload, Users } from 'lucide-react'
import { Suspense, useState } from 'react'

import type { ScriptRole } from '#contract/scripts/script-limits.ts'
import type { Script } from '#contract/scripts/scripts.ts'
import { useSession } from '#web/app/session.ts'
import { membersPath, newVersionPath } from '#web/scripts/versions/version-paths.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { lazyPart } from '#web/ui/lazy-part.ts'

import { authorRoleOf, isMaintainer, editorRoleOf, mayEdit } from './author-role.ts'
import { HideActions } from './HideActions.tsx'

const loadDialog = () => import('./OwnerDialogs.tsx')
const DeleteScriptDialog = lazyPart(loadDialog, 'DeleteScriptDialog')
const StateDialog = lazyPart(loadDialog, 'StateDialog')

const roleTexts: Record<ScriptRole, string> = {
  owner: 'Your script',
  maintainer: 'You maintain this script',
  contributor: 'You contribute to this script',
}

export function OwnerActions({ script }: { script: Script }) {
  const session = useSession()
  const role = editorRoleOf(session, script)
  const [isRequested, setRequested] = useState(false)
  const [isStateOpen, setStateOpen] = useState(false)
  const [isOpen, setOpen] = useState(false)
  if (!role) return null
  const isAdministrator = session?.user.is_admin === true || session?.user.is_owner === true
  // For other moderators a deletion hides the script.
  const authorRole = authorRoleOf(session, script)
  const mayDelete = role === 'author' ? authorRole === 'owner' : isAdministrator || !script.removal
  return (
    <Card
      as="section"
      className="row wrap gap-2"
      style={{ padding: '14px 18px' }}
      aria-label="Script management"
    >
      <span className="push-rest leading-row faint text-sm">
        {authorRole === undefined ? 'Moderator tools' : roleTexts[authorRole]}
      </span>
      <div className="flex wrap gap-2">
        {mayEdit(session, script) && (
          <Link
            to="/scripts/$id/edit"
            params={{ id: String(script.id) }}
            className={buttonClass({ size: 'sm' })}
            preload={false}
          >
            <Pencil />
            Edit
          </Link>
        )}
        {role === 'author' && !mayEdit(session, script) && (
          <Link to={newVersionPath(script.id)} className={buttonClass({ size: 'sm' })} preload={false}>
            <Upload />
            Upload a version
          </Link>
        )}
        {role === 'author' && (
          <Link to={membersPath(script.id)} className={buttonClass({ size: 'sm' })} preload={false}>
            <Users />
            Members
          </Link>
        )}
        {isMaintainer(session, script) && (
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
