import { useQuery } from '@tanstack/react-query'

import { imageAt } from '#contract/platform/images.ts'
import { scriptQuery } from '#web/scripts/script-page/script-detail.data.ts'
import { Card } from '#web/ui/Card.tsx'
import { FormattedText } from '#web/ui/FormattedText.tsx'

import styles from './Moderation.module.css'

/** What the author says and shows, so that it can be compared with the archive. */
export function CaseScript({ id }: { id: number }) {
  const { data: script } = useQuery(scriptQuery(id))
  if (!script) return null
  const { name, images, category, tags, formattedDescription, formattedDocumentation, description } = script
  return (
    <Card as="section" padding="md" className={`${styles.section} stack gap-4`} aria-labelledby="description">
      <h2 id="description">Description</h2>
      <p className={`${styles.facts} row wrap faint text-sm`}>
        <span>{category}</span>
        {tags.map((tag) => (
          <span key={tag}>#{tag}</span>
        ))}
      </p>
      {images.length > 0 && (
        <ul className={`${styles.images} grid gap-2`}>
          {images.map((image, index) => (
            <li key={image}>
              <a href={imageAt(image, 1600)} target="_blank" rel="noopener noreferrer">
                <img
                  src={imageAt(image, 480)}
                  alt={`${name}, ${index + 1} of ${images.length}`}
                  width="160"
                  height="90"
                  loading="lazy"
                />
              </a>
            </li>
          ))}
        </ul>
      )}
      {/* Scrolls, so that the findings stay near the top. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys scroll it */}
      <section className={styles.description} tabIndex={0} aria-label="Text of the description">
        <FormattedText nodes={formattedDescription ?? [description]} />
        {formattedDocumentation && <FormattedText nodes={formattedDocumentation} />}
      </section>
    </Card>
  )
}
