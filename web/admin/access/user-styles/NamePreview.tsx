import { Avatar } from '#web/ui/Avatar.tsx'
import { Card } from '#web/ui/Card.tsx'
import { StyledName } from '#web/ui/StyledName.tsx'

import styles from './UserStyles.module.css'

export function NamePreview({ css }: { css: string }) {
  return (
    <section aria-label="Preview">
      <Card padding="md" className={styles.preview}>
        <p className={styles.faint}>Preview</p>
        <div className={styles.previewName}>
          <StyledName name="SampleUser" css={css} />
        </div>
        <div className={styles.previewLine}>
          <Avatar name="SampleUser" />
          <StyledName name="SampleUser" css={css} />
        </div>
      </Card>
    </section>
  )
}
