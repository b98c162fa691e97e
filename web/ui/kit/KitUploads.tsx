import { Image } from 'lucide-react'
import { useState } from 'react'

import { Avatar } from '#web/ui/Avatar.tsx'
import type { ComboOption } from '#web/ui/combo-option.ts'
import { ComboField } from '#web/ui/ComboField.tsx'
import { DropZone } from '#web/ui/DropZone.tsx'
import { Segments } from '#web/ui/Segments.tsx'
import { TagField } from '#web/ui/TagField.tsx'

import styles from './Kit.module.css'
import { KitSection } from './KitSection.tsx'

const people = ['kestrel', 'nordlys', 'pavel.q', 'Marlowe', 'Odessa'].map((name) => ({
  id: name,
  label: name,
  note: `${name}@example.org`,
  icon: <Avatar name={name} />,
}))
const periods = [7, 30, 90].map((days) => ({ value: days, label: `${days} days` }))

export function KitUploads() {
  const [person, setPerson] = useState<ComboOption | null>(null)
  const [days, setDays] = useState(30)
  const [tags, setTags] = useState(['police', 'esx', 'dispatch'])
  const [names, setNames] = useState<string[]>([])
  return (
    <KitSection title="Uploads, tags and choices">
      <div className={styles.grid}>
        <DropZone
          label="Images"
          hint="1 to 5 images, at most 10 MB each. You can also paste one."
          accept={['image/png', 'image/jpeg', 'image/gif', 'image/webp']}
          icon={<Image />}
          isMultiple
          isPasteTarget
          onFiles={(files) => setNames(files.map((file) => file.name))}
        />
        <DropZone
          label="Script file"
          accept={['.zip', '.rar', '.7z']}
          error="Choose a zip, rar or 7z file."
          onFiles={(files) => setNames(files.map((file) => file.name))}
        />
        <DropZone label="Disabled" isDisabled onFiles={() => undefined} />
      </div>
      <p className={styles.note}>Chosen: {names.join(', ') || 'nothing'}</p>
      <div className={styles.grid}>
        <TagField
          label="Tags"
          tags={tags}
          onChange={setTags}
          hint="Press Enter after each."
          placeholder="inventory"
        />
        <TagField label="More tags" tags={[]} onChange={() => undefined} error="Too many." isOptional />
        <ComboField
          label="Assign to"
          options={people}
          value={person}
          onChange={setPerson}
          hint="Type a name."
        />
        <ComboField
          label="Author"
          options={[]}
          value={null}
          onChange={setPerson}
          onSearch={() => undefined}
          isSearching
          error="Choose an author."
        />
      </div>
      <div className={styles.row}>
        <Segments label="Period" options={periods} value={days} onChange={setDays} />
      </div>
    </KitSection>
  )
}
