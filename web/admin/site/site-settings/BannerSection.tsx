import { useWatch } from 'react-hook-form'

import { settingsLimits } from '#contract/site/settings.ts'
import { StoredValue } from '#web/app/StoredValue.tsx'
import { BannerText } from '#web/layout/BannerText.tsx'
import bannerStyles from '#web/layout/SiteBanner.module.css'
import { Select } from '#web/ui/Select.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'

import { bannerOf } from './settings-form.ts'
import styles from './Settings.module.css'
import { SettingsSection, type SectionProps } from './SettingsSection.tsx'

export function BannerSection({ form: { field, register, control }, conflict }: SectionProps) {
  const [bannerText, bannerTone, bannerLink, bannerLinkText] = useWatch({
    control,
    name: ['bannerText', 'bannerTone', 'bannerLink', 'bannerLinkText'],
  })
  const banner = bannerOf({ bannerText, bannerTone, bannerLink, bannerLinkText })
  return (
    <SettingsSection
      title="Announcement"
      text="Shown above every page to everyone. Visitors can dismiss it until you change the text."
    >
      <TextArea
        {...field('bannerText')}
        label="Announcement text"
        isOptional
        lengthMax={settingsLimits.bannerTextMax}
        hint="Leave it empty for no announcement."
      />
      <StoredValue conflict={conflict} name="bannerText" label="Announcement text" />
      <div className="grid gap-5 top cols-2 phone-stack">
        <Select
          {...register('bannerTone')}
          label="Tone"
          options={[
            { value: 'info', label: 'Information' },
            { value: 'success', label: 'Good news' },
            { value: 'warning', label: 'Warning' },
          ]}
        />
        <TextField
          {...field('bannerUntil')}
          label="Shown until"
          isOptional
          type="datetime-local"
          hint="In your time zone. Leave it empty to show it until you remove it."
        />
      </div>
      <StoredValue conflict={conflict} name="bannerTone" label="Tone" />
      <StoredValue conflict={conflict} name="bannerUntil" label="Shown until" />
      <div className="grid gap-5 top cols-2 phone-stack">
        <TextField
          {...field('bannerLink')}
          label="Link"
          isOptional
          autoComplete="off"
          hint="A path such as /rules, or a URL."
        />
        <TextField
          {...field('bannerLinkText')}
          label="Link text"
          isOptional
          autoComplete="off"
          placeholder="Learn more"
        />
      </div>
      <StoredValue conflict={conflict} name="bannerLink" label="Link" />
      <StoredValue conflict={conflict} name="bannerLinkText" label="Link text" />
      <section aria-label="Preview of the announcement" className={`${styles.preview} clip framed round-md`}>
        {banner ? (
          <div className={bannerStyles.banner} data-tone={banner.tone} data-preview>
            <div className={`${bannerStyles.row} min-h-44 row centered gap-3`}>
              <BannerText banner={banner} />
            </div>
          </div>
        ) : (
          <p className="pad-3-4 faint text-sm">There is no announcement.</p>
        )}
      </section>
    </SettingsSection>
  )
}
