import { Flag } from 'lucide-react'
import { useState } from 'react'
import type { ComponentProps } from 'react'

import { lazyDialog } from '#web/ui/lazy-part.ts'
import { openAuthDialog } from '#web/app/dialogs.ts'
import { currentSession } from '#web/app/session-store.ts'
import { useSession } from '#web/app/session.ts'
import { Button } from '#web/ui/Button.tsx'

import type { ReportSubject } from './report-form.ts'

const loadDialog = () => import('./ReportDialog.tsx')
const ReportDialog = lazyDialog(loadDialog, 'ReportDialog')

/** A visitor signs in first. Not shown to `ownerIds`, who cannot report themselves. */
export function ReportButton({
  subject,
  ownerIds,
  children,
  ...button
}: Pick<ComponentProps<typeof Button>, 'size' | 'variant' | 'className' | 'children'> & {
  subject: ReportSubject
  ownerIds: readonly number[]
}) {
  const session = useSession()
  const [isOpen, setOpen] = useState(false)
  if (session && ownerIds.includes(session.user.id)) return null
  return (
    <>
      <Button
        {...button}
        icon={<Flag />}
        onPointerEnter={() => void loadDialog()}
        onFocus={() => void loadDialog()}
        onClick={() =>
          session
            ? setOpen(true)
            : openAuthDialog({
                onSignedIn: () => setOpen(!ownerIds.includes(currentSession()?.user.id ?? 0)),
              })
        }
      >
        {children}
      </Button>
      {isOpen && session && (
        <ReportDialog userId={session.user.id} subject={subject} onClose={() => setOpen(false)} />
      )}
    </>
  )
}
