import { Plus, X } from 'lucide-react'

import { profileLimits, type ProfileText } from '#contract/scripts/profiles.ts'
import { Button } from '#web/ui/Button.tsx'
import { FieldError } from '#web/ui/FieldError.tsx'
import { TextField } from '#web/ui/TextField.tsx'

import styles from './LinksField.module.css'

type Links = ProfileText['links']

/** The links of a profile or a team. */
export function LinksField({
  links,
  problem,
  onChange,
}: {
  links: Links
  problem: string | undefined
  onChange: (links: Links) => void
}) {
  const change = (index: number, part: Partial<Links[number]>) =>
    onChange(links.map((link, linkIndex) => (linkIndex === index ? { ...link, ...part } : link)))
  return (
    <fieldset className="stack gap-3 borderless" aria-describedby={problem && 'about-links-error'}>
      <legend className="mb-2 text-sm strong">Links</legend>
      {links.map((link, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- links have no id, and are appended or removed only
        <div
          key={index}
          className={`${styles.link} grid cols phone-stack gap-2 middle`}
          style={{ '--cols': 'minmax(0, 160px) minmax(0, 1fr) auto' }}
        >
          <TextField
            label={`Label of link ${index + 1}`}
            isLabelHidden
            placeholder="Label"
            autoComplete="off"
            value={link.label}
            onChange={({ currentTarget }) => change(index, { label: currentTarget.value })}
          />
          <TextField
            label={`URL of link ${index + 1}`}
            isLabelHidden
            type="url"
            placeholder="https://"
            autoComplete="off"
            value={link.url}
            onChange={({ currentTarget }) => change(index, { url: currentTarget.value })}
          />
          <Button
            size="sm"
            variant="ghost"
            icon={<X />}
            onClick={() => onChange(links.filter((_, linkIndex) => linkIndex !== index))}
          >
            Remove<span className="visually-hidden"> link {index + 1}</span>
          </Button>
        </div>
      ))}
      {problem && <FieldError id="about-links-error">{problem}</FieldError>}
      {links.length < profileLimits.linksMax && (
        <Button
          size="sm"
          icon={<Plus />}
          className="self-start"
          onClick={() => onChange([...links, { label: '', url: '' }])}
        >
          Add Link
        </Button>
      )}
    </fieldset>
  )
}
