import { useWatch } from 'react-hook-form'

import { settingsLimits } from '#contract/site/settings.ts'
import { StoredValue } from '#web/app/StoredValue.tsx'
import { MarkdownPreview } from '#web/scripts/script-changes/MarkdownPreview.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'

import { SettingsSection } from './SettingsSection.tsx'
import type { SectionProps } from './SettingsSection.tsx'

const pages = [
  { name: 'aboutText', label: 'About' },
  { name: 'supportText', label: 'Support' },
] as const

export function PageTextsSection({ form: { field, control }, conflict }: SectionProps) {
  const texts = useWatch({ control, name: ['aboutText', 'supportText'] })
  return (
    <SettingsSection
      title="Pages"
      text={
        <>
          The texts of <code>/about</code> and <code>/support</code>: Markdown with headings, lists, code,
          emphasis and links. An empty page says that it is coming soon.
        </>
      }
    >
      {pages.map(({ name, label }, index) => (
        <div key={name} className="stack gap-2">
          <TextArea
            {...field(name)}
            label={label}
            isOptional
            rows={8}
            lengthMax={settingsLimits.pageTextMax}
          />
          <StoredValue conflict={conflict} name={name} label={label} />
          <MarkdownPreview text={texts[index] ?? ''} />
        </div>
      ))}
    </SettingsSection>
  )
}
