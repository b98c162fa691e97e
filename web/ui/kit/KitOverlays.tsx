import { Settings, Trash2, User } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'

import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { MenuButton } from '#web/ui/MenuButton.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { showToast } from '#web/ui/toast.ts'
import { TwoClickButton } from '#web/ui/TwoClickButton.tsx'

import styles from './Kit.module.css'
import { KitSection } from './KitSection.tsx'

const Dialog = lazy(async () => ({ default: (await import('#web/ui/Dialog.tsx')).Dialog }))
const ConfirmDialog = lazy(async () => ({
  default: (await import('#web/ui/ConfirmDialog.tsx')).ConfirmDialog,
}))
const Tooltip = lazy(async () => ({ default: (await import('#web/ui/Tooltip.tsx')).Tooltip }))

const links = [
  { id: 'profile', label: 'View Profile', icon: <User />, href: '#profile' },
  { id: 'settings', label: 'Profile Settings', icon: <Settings />, href: '#settings' },
] as const
const toasts = [
  { type: 'success', title: 'Profile updated', message: 'The new name shows everywhere.' },
  { type: 'error', title: 'Download failed. Please try again.' },
  { type: 'warning', title: 'Your session ends soon' },
  { type: 'info', title: 'Link copied', message: 'Paste it anywhere.' },
] as const

export function KitOverlays() {
  const [open, setOpen] = useState<'none' | 'dialog' | 'wide' | 'confirm'>('none')
  const [name, setName] = useState('')
  const [isDeleting, setDeleting] = useState(false)
  const [deletions, setDeletions] = useState(0)
  const close = () => setOpen('none')
  const entries = [
    ...links,
    'separator' as const,
    {
      id: 'delete',
      label: 'Delete Account',
      icon: <Trash2 />,
      isDanger: true,
      onSelect: () => setOpen('confirm'),
    },
  ]
  return (
    <KitSection title="Overlays">
      <div className={styles.row}>
        <Button onClick={() => setOpen('dialog')}>Open dialog</Button>
        <Button onClick={() => setOpen('wide')}>Open dialog with picture</Button>
        <Button variant="danger-outline" onClick={() => setOpen('confirm')}>
          Delete script
        </Button>
        <MenuButton
          label="Your account, kestrel"
          className={buttonClass({ variant: 'ghost', isIconOnly: true })}
          entries={entries}
          onNavigate={(href) => location.assign(href)}
          header={
            <div className={styles.row}>
              <Avatar name="kestrel" size="md" />
              <div>
                <strong>kestrel</strong>
                <p className={styles.note}>kestrel@example.org</p>
              </div>
            </div>
          }
        >
          <Avatar name="kestrel" />
        </MenuButton>
        <Suspense>
          <Tooltip label="Only you see this">
            <IconButton label="Settings" icon={<Settings />} variant="quiet" title={undefined} />
          </Tooltip>
        </Suspense>
        <TwoClickButton onConfirm={() => setDeletions(deletions + 1)}>Remove</TwoClickButton>
        <span className={styles.note}>{deletions} removed</span>
      </div>
      <div className={styles.row}>
        {toasts.map((toast) => (
          <Button key={toast.type} size="sm" onClick={() => void showToast(toast)}>
            Toast: {toast.type}
          </Button>
        ))}
      </div>
      {open !== 'none' && (
        <Suspense>
          <Dialog
            isOpen={open === 'dialog'}
            onClose={close}
            isDirty={name !== ''}
            title="Edit category"
            text="The name shows on every card of the category."
            footer={
              <>
                <Button onClick={close}>Cancel</Button>
                <Button variant="cta">Save</Button>
              </>
            }
          >
            <TextField
              label="Name"
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the first field of a dialog takes the focus
              autoFocus
            />
          </Dialog>
          <Dialog
            isOpen={open === 'wide'}
            onClose={close}
            size="lg"
            title="Sign in"
            text="Download, like and share scripts."
            aside={<div className={styles.picture}>“Everything my server runs on came from here.”</div>}
          >
            <div className={styles.stack}>
              <TextField label="Email" type="email" error="Email is required" />
              <TextField label="Password" type="password" />
              <Button variant="cta" size="lg" isWide>
                Sign In
              </Button>
            </div>
          </Dialog>
          <ConfirmDialog
            isOpen={open === 'confirm'}
            onClose={() => {
              setDeleting(false)
              close()
            }}
            title="Delete “Ledger Inventory”?"
            warning="Its file, images, likes and statistics go with it."
            confirmLabel="Delete Script"
            busyText="Deleting..."
            isBusy={isDeleting}
            onConfirm={() => {
              setDeleting(true)
              setTimeout(() => {
                setDeleting(false)
                close()
              }, 1500)
            }}
          >
            This cannot be undone.
          </ConfirmDialog>
        </Suspense>
      )}
    </KitSection>
  )
}
