import { Link } from '@tanstack/react-router'

import type { CollectionEntry } from '#contract/scripts/collections.ts'
import { scriptPath, userPath } from '#web/app/paths.ts'
import { useCategories } from '#web/scripts/categories/use-categories.ts'
import { ScriptCover } from '#web/scripts/script-lists/ScriptCover.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { VersionBadge } from '#web/ui/VersionBadge.tsx'

import { stateTexts } from './collections.texts.ts'
import styles from './EntryList.module.css'

/** The scripts in their order. One that was hidden or deleted stays as a line that says so. */
export function EntryList({ entries }: { entries: readonly CollectionEntry[] }) {
  return (
    <ol className="grid lined framed round-lg fill-1">
      {entries.map((entry, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- deleted scripts have no other identity
        <li key={entry.scriptId ?? `deleted ${index}`} className={`${styles.row} grid top gap-3-4 pad-4`}>
          <span className={`${styles.number} faint numeric text-right`} aria-hidden="true">
            {index + 1}
          </span>
          <Entry entry={entry} />
        </li>
      ))}
    </ol>
  )
}

function Entry({ entry: { state, script, version, note } }: { entry: CollectionEntry }) {
  const category = useCategories().find(({ name }) => name === script?.category)
  if (!script)
    return (
      <div className={`${styles.texts} grid gap-4px min-0`}>
        <p className="faint">{state === 'available' ? '' : stateTexts[state]}</p>
        {note !== '' && <p className="muted break pre-line">{note}</p>}
      </div>
    )
  const { id, name, author, description } = script
  return (
    <>
      <div className="clip round-md fill-3 wide-image">
        <ScriptCover image={script.image} category={category} loading="lazy" />
      </div>
      <div className={`${styles.texts} grid gap-4px min-0`}>
        <h3 className={`${styles.name} row wrap text-md break`}>
          <Link to={scriptPath(id)} className="hover-underline">
            {name}
          </Link>
          <VersionBadge version={version?.number ?? script.version} />
        </h3>
        <p className={`${styles.facts} flex wrap faint text-sm`}>
          by{' '}
          <Link to={userPath(author)} className="text-link">
            {author}
          </Link>
          {version && <span>Fixed version</span>}
        </p>
        {state === 'withdrawn' && (
          <p>
            <Badge tone="danger">{stateTexts.withdrawn}</Badge>
          </p>
        )}
        {note === '' ? (
          <p className="clip muted text-sm break clamp-2">{description}</p>
        ) : (
          <p className="muted break pre-line">{note}</p>
        )}
      </div>
    </>
  )
}
