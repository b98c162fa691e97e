import { Link } from '@tanstack/react-router'
import { Pencil, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'

import type { Script } from '#contract/scripts.ts'
import { useSession } from '#web/app/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Card } from '#web/ui/Card.tsx'

import { managementOf } from './script-management.ts'
import styles from './ScriptManagement.module.css'

const loadDialog = () => import('./DeleteScriptDialog.tsx')
const DeleteScriptDialog = lazy(async () => ({ default: (await loadDialog()).DeleteScriptDialog }))

/** For the author and for moderators; nobody else knows that it is there. */
export function ScriptManagement({ script }: { script: Script }) {
  const role = managementOf(useSession(), script)
  const [isWanted, setWanted] = useState(false)
  const [isOpen, setOpen] = useState(false)
  if (!role) return null
  return (
    <Card className={styles.card} as="section" aria-label="Script management">
      <span className={styles.role}>{role === 'author' ? 'Your script' : 'Moderator tools'}</span>
      <Link
        to="/scripts/$id/edit"
        params={{ id: String(script.id) }}
        className={buttonClass({ size: 'sm' })}
        preload={false}
      >
        <Pencil />
        Edit
      </Link>
      <Button
        variant="danger-outline"
        size="sm"
        icon={<Trash2 />}
        onPointerEnter={() => void loadDialog()}
        onFocus={() => void loadDialog()}
        onClick={() => {
          setWanted(true)
          setOpen(true)
        }}
      >
        Delete
      </Button>
      {isWanted && (
        <Suspense>
          <DeleteScriptDialog
            script={script}
            isModeration={role === 'moderator'}
            isOpen={isOpen}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </Card>
  )
}
