import { FileDiff, FileMinus, FilePlus, FileSymlink, Search } from 'lucide-react'
import { useState } from 'react'

import type { ChangedFile } from '#contract/scripts/changes.ts'
import { fullNumber } from '#web/app/short-number.ts'
import { FileLink } from '#web/scripts/files/FileLink.tsx'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { counted } from '#web/scripts/versions/analysis-texts.ts'

import { groupFiles, sizeText, type Compared } from './changed-files.ts'
import { changesHref } from './changes-search.ts'
import styles from './Changes.module.css'

/** Rows of a group that are shown at first. */
const rowsMax = 200

const icons = { changed: FileDiff, added: FilePlus, removed: FileMinus, moved: FileSymlink }

export function ChangedFiles({
  scriptId,
  changes: { state, files, filesTotal, fileCounts },
  from,
  to,
}: Compared) {
  const [filter, setFilter] = useState('')
  const groups = groupFiles(files, filter)
  const hrefOf = (file: ChangedFile) => changesHref(scriptId, { from: from.id, to: to.id, file: file.path })
  return (
    <section className="stack gap-4" aria-labelledby="files">
      <h3 id="files" className="text-h3">
        Files
      </h3>
      {state === 'no-files' ? (
        <p className="faint">
          The files cannot be compared: those of one version are not stored or not public.
        </p>
      ) : filesTotal === 0 ? (
        <p className="faint">
          {from.sha256 === to.sha256
            ? 'Both versions have the same archive.'
            : 'Both archives contain the same files.'}
        </p>
      ) : (
        <>
          <div className={`row wrap gap-3-4 no-print ${styles.filter}`}>
            <TextField
              label="Filter files"
              isLabelHidden
              type="search"
              placeholder="Filter files"
              icon={<Search />}
              value={filter}
              onChange={({ target }) => setFilter(target.value)}
            />
            <p className="faint" aria-live="polite">
              {files.length < filesTotal
                ? `${fullNumber(files.length)} of ${counted(filesTotal, 'file')} shown, texts first`
                : counted(filesTotal, 'file')}
            </p>
          </div>
          {groups.every((group) => group.files.length === 0) && (
            <p className="faint">No changed files match.</p>
          )}
          {groups.map(
            (group) =>
              group.files.length > 0 && (
                <FileGroup key={group.change} {...group} total={fileCounts[group.change]} hrefOf={hrefOf} />
              ),
          )}
        </>
      )}
    </section>
  )
}

function FileGroup({
  change,
  name,
  files,
  total,
  hrefOf,
}: {
  change: ChangedFile['change']
  name: string
  files: readonly ChangedFile[]
  total: number
  hrefOf: (file: ChangedFile) => string
}) {
  const [isWhole, setWhole] = useState(false)
  const Icon = icons[change]
  const visibleFiles = isWhole ? files : files.slice(0, rowsMax)
  const id = `files-${change}`
  return (
    <div className="stack gap-2 items-start">
      <h4 id={id} className="muted text-base strong leading">
        {name} <span className="regular faint numeric">{fullNumber(total)}</span>
      </h4>
      <ul className={`full clip framed round-lg fill-1 lined ${styles.files}`} aria-labelledby={id}>
        {visibleFiles.map((file) => (
          <li key={file.path} data-change={change}>
            <FileLink
              href={hrefOf(file)}
              className="flex top gap-3 min-h-44 muted hover-fill hover-vivid focus-inside"
              resetScroll
            >
              <Icon />
              <span className={`${styles.name} grow min-0 break`}>
                <bdi>{file.path}</bdi>
                {file.from !== null && (
                  <span className="faint">
                    {' '}
                    from <bdi>{file.from}</bdi>
                  </span>
                )}
              </span>
              <span className={`${styles.size} rigid faint text-sm numeric`}>{sizeText(file)}</span>
            </FileLink>
          </li>
        ))}
      </ul>
      {visibleFiles.length < files.length && (
        <Button size="sm" onClick={() => setWhole(true)}>
          Show {fullNumber(files.length - visibleFiles.length)} more
        </Button>
      )}
    </div>
  )
}
