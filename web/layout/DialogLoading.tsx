import { useEffect } from 'react'

import { closeDialog, signInFormId } from '#web/app/dialogs.ts'
import { Button } from '#web/ui/Button.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'

import styles from './DialogLoading.module.css'

/** Shows at once that a dialog will open. It leaves the focus on the control to which the dialog returns it. */
export function DialogLoading() {
  useEffect(() => {
    const cancel = ({ key }: KeyboardEvent) => key === 'Escape' && closeDialog()
    addEventListener('keydown', cancel)
    return () => removeEventListener('keydown', cancel)
  }, [])
  return (
    <div className={`${styles.loading} fixed grid gap-4`}>
      <h2 id={`${signInFormId}-title`} hidden>
        Sign In
      </h2>
      <Spinner label="Loading…" />
      <Button size="sm" onClick={closeDialog}>
        Cancel
      </Button>
    </div>
  )
}
