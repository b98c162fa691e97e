import { Download, Heart, Link, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'

import { Button } from '#web/ui/Button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { DiscordIcon } from '#web/ui/DiscordIcon.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'

import styles from './Kit.module.css'
import { KitSection } from './KitSection.tsx'

export function KitActions() {
  const [isBusy, setBusy] = useState(false)
  return (
    <KitSection title="Actions">
      <div className={styles.row}>
        <Button variant="cta" icon={<Download />}>
          Download
        </Button>
        <Button icon={<Pencil />}>Edit</Button>
        <Button variant="ghost">Cancel</Button>
        <Button variant="danger-outline" icon={<Trash2 />}>
          Delete
        </Button>
        <Button variant="danger">Delete Script</Button>
      </div>
      <div className={styles.row}>
        <Button variant="cta" size="sm">
          Small
        </Button>
        <Button variant="cta">Medium</Button>
        <Button variant="cta" size="lg" icon={<Download />}>
          Large
        </Button>
        <Button size="sm" icon={<Plus />}>
          Add
        </Button>
        <Button size="lg">Large quiet</Button>
      </div>
      <div className={styles.row}>
        <Button variant="cta" isBusy={isBusy} busyText="Signing In..." onClick={() => setBusy(true)}>
          Sign In
        </Button>
        <Button variant="cta" isBusy busyText="Uploading...">
          Upload
        </Button>
        <Button isBusy>Busy without words</Button>
        <Button variant="danger" isBusy busyText="Deleting...">
          Delete
        </Button>
        <Button variant="cta" disabled>
          Disabled
        </Button>
        <Button disabled>Disabled</Button>
      </div>
      <div className={styles.row}>
        <a className={buttonClass({ variant: 'cta', size: 'lg' })} href="#kit">
          A link that looks like a button
        </a>
        <a className={buttonClass()} href="#kit">
          <DiscordIcon />
          Join Discord
        </a>
        <IconButton label="Copy link" icon={<Link />} />
        <IconButton label="Copy link" icon={<Link />} variant="quiet" />
        <IconButton label="Like" icon={<Heart />} variant="quiet" size="lg" aria-pressed />
        <IconButton label="Edit" icon={<Pencil />} variant="quiet" size="sm" />
        <IconButton label="Delete" icon={<Trash2 />} variant="danger-outline" disabled />
        <Spinner label="Loading scripts" />
      </div>
    </KitSection>
  )
}
