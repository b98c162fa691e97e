import { readableNameStyle } from '#contract/access/readable-name-style.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Card } from '#web/ui/Card.tsx'
import { StyledName } from '#web/ui/StyledName.tsx'

import styles from './UserStyles.module.css'

type Style = { css_properties: string; font_family: string }

/** The CSS of a name as it is shown: its font, if it has one, and its properties, which may set another font. */
export function styleDeclarations({ css_properties, font_family }: Style): string {
  return readableNameStyle(
    font_family === 'default' ? css_properties : `font-family: "${font_family}"; ${css_properties}`,
  )
}

export function NamePreview({ style }: { style: Style }) {
  const css = styleDeclarations(style)
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
