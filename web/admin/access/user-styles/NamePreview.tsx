import { Avatar } from '#web/ui/Avatar.tsx'
import { Card } from '#web/ui/Card.tsx'
import { StyledName } from '#web/ui/StyledName.tsx'

import styles from './UserStyles.module.css'

export function NamePreview({ css }: { css: string }) {
  return (
    <section aria-label="Preview">
      <Card padding="md" className="grid gap-3">
        <p className="faint text-sm">Preview</p>
        <div className={`${styles.previewName} grid center pad-3 clip framed round-md text-lg bold`}>
          <StyledName name="SampleUser" css={css} />
        </div>
        <div className="row gap-2 min-0 clip">
          <Avatar name="SampleUser" />
          <StyledName name="SampleUser" css={css} />
        </div>
      </Card>
    </section>
  )
}
