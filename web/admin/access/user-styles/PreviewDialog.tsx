import type { UserStyle } from '#contract/access/user-styles.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'

import { NamePreview } from './NamePreview.tsx'
import { styleDeclarations } from './style-declarations.ts'
import styles from './UserStyles.module.css'

export function PreviewDialog({ style, onClose }: { style: UserStyle; onClose: () => void }) {
  return (
    <Dialog
      onClose={onClose}
      title={`Preview: ${style.name}`}
      text={style.description || undefined}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <div className="grid gap-3">
        <NamePreview css={styleDeclarations(style)} />
        <code className={`rigid pad-2-3 round-sm fill-2 muted break block scroll pre-wrap ${styles.css}`}>
          {style.css_properties}
        </code>
        <p className="faint text-sm">Font: {style.font_family}</p>
      </div>
    </Dialog>
  )
}
