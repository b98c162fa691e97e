import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Eye, EyeOff } from 'lucide-react'
import { useId, useState } from 'react'

import { useDebouncedValue } from '#web/layout/use-debounced-value.ts'
import { Button } from '#web/ui/Button.tsx'
import { FormattedText } from '#web/ui/FormattedText.tsx'
import { call } from '#web/app/call.ts'

import styles from './ScriptForm.module.css'

const debounceMs = 400

export const changelogHint =
  'What is new, and what an update needs. Markdown: # heading, - list, **bold**, `code`, [link](https://…).'

/** How the pages of the script will show a text. The server parses it, so that the parser is not loaded. */
export function MarkdownPreview({
  text: written,
  images,
}: {
  text: string
  /** The URLs of the script's images, which a documentation can show. */
  images?: readonly string[]
}) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const text = useDebouncedValue(written, debounceMs)
  const preview = useQuery({
    queryKey: ['scripts', 'description-preview', text, images],
    queryFn: async ({ signal }) => {
      const body = { description: text, ...(images && { images: [...images] }) }
      return (await call('POST /api/scripts/preview', { body, signal })).formattedDescription
    },
    enabled: isOpen && text.trim() !== '',
    retry: false,
    placeholderData: keepPreviousData,
  })
  return (
    <div className={`${styles.preview} grid items-start gap-2`}>
      <Button
        variant="ghost"
        size="sm"
        icon={isOpen ? <EyeOff /> : <Eye />}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? 'Hide preview' : 'Show preview'}
      </Button>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys scroll it */}
      <section id={id} aria-label="Preview" hidden={!isOpen} tabIndex={0}>
        {text.trim() === '' ? (
          <p>There is nothing to show yet.</p>
        ) : preview.isError ? (
          <p>The preview could not be loaded.</p>
        ) : (
          preview.data && <FormattedText nodes={preview.data} />
        )}
      </section>
    </div>
  )
}
