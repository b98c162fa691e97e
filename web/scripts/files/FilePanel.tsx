import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { WrapText, File, Folder as FolderIcon } from 'lucide-react'
import { useState, useCallback, Fragment } from 'react'

import type { ReportFinding, TreeFile } from '#contract/scripts/versions.ts'
import { fullNumber } from '#web/app/short-number.ts'
import { useSite } from '#web/app/use-site.ts'
import { ReportButton } from '#web/moderation/cases/ReportButton.tsx'
import { authorIdsOf } from '#web/scripts/script-page/author-role.ts'
import { scriptQuery } from '#web/scripts/script-page/script-detail.data.ts'
import { useUrlVersion } from '#web/scripts/versions/url-version.ts'
import { filePath } from '#web/scripts/versions/version-paths.ts'
import { reportQuery } from '#web/scripts/versions/versions.data.ts'
import { Button } from '#web/ui/Button.tsx'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { FailedState } from '#web/ui/FailedState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { fileSizeText } from '#web/ui/file-size.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'

import { FileLink } from './FileLink.tsx'
import styles from './FilePanel.module.css'
import { FindingNote } from './FindingNote.tsx'
import { SeverityMark } from './SeverityMark.tsx'
import { TextView } from './TextView.tsx'
import { nameOf, rowsMax, type Folder, foldersAbove } from './file-tree.ts'
import { textQuery, imageQuery } from './files.data.ts'
import { parseLineRange, rangeHash } from './line-range.ts'

const none: ReportFinding[] = []

export function FilePanel({ versionId, file }: { versionId: number; file: TreeFile }) {
  const { path, n, size, lines, kind, isStored } = file
  const [isWrapped, setWrapped] = useState(false)
  const findings = useFindings(versionId, file)
  const isText = kind === 'text' && isStored
  const { data: text } = useQuery({ ...textQuery(versionId, n), enabled: isText })
  const range = parseLineRange(useLocation().hash)
  // The server does not know the fragment of the URL.
  const isLineChosen = useHydrated() && range !== undefined
  const hash = range ? `#${rangeHash(range)}` : ''
  const urlVersion = useUrlVersion()
  const { data: script } = useQuery({ ...scriptQuery(urlVersion.scriptId), enabled: false })
  const url = new URL(`${filePath(urlVersion, path)}${hash}`, useSite().publicUrl).href
  return (
    <section className={`${styles.panel} min-0 framed round-lg fill-1`} aria-label="File">
      <div className={`${styles.head} row wrap gap-2-4 pad-2-4 line-below`}>
        <PathTrail path={path} />
        <p className="faint text-sm numeric">
          {lines !== null && `${fullNumber(lines)} ${lines === 1 ? 'line' : 'lines'} · `}
          {fileSizeText(size)}
        </p>
        <div className={`${styles.actions} flex wrap gap-2`}>
          {isText && (
            <Button
              size="sm"
              variant="ghost"
              icon={<WrapText />}
              aria-pressed={isWrapped}
              onClick={() => setWrapped(!isWrapped)}
            >
              Wrap
            </Button>
          )}
          <ReportButton
            size="sm"
            variant="ghost"
            ownerIds={script ? authorIdsOf(script) : []}
            subject={{
              name: script?.name ?? path,
              versionId,
              place: { path, line: range?.from ?? null },
            }}
          >
            {isLineChosen ? 'Report this line' : 'Report this file'}
          </ReportButton>
          <CopyButton
            size="sm"
            text={url}
            label="Copy link"
            copiedTitle="Link copied"
            failedTitle="The link could not be copied"
          />
          {isText && (
            // Keeps its place until there is something to copy.
            <span style={{ visibility: text ? undefined : 'hidden' }}>
              <CopyButton
                size="sm"
                text={text?.text ?? ''}
                label="Copy"
                copiedTitle="File copied"
                failedTitle="The file could not be copied"
              />
            </span>
          )}
        </div>
      </div>
      {findings
        .filter(({ line }) => line === null || !isText)
        .map((finding, index) => (
          <FindingNote key={index} finding={finding} />
        ))}
      {isText ? (
        <TextView {...{ versionId, file, findings, range, isWrapped }} />
      ) : kind === 'image' && isStored ? (
        <ImageView versionId={versionId} file={file} />
      ) : (
        <NotShown file={file} />
      )}
    </section>
  )
}

function useFindings(versionId: number, { path, severity }: TreeFile): ReportFinding[] {
  const { data } = useQuery({ ...reportQuery(versionId), enabled: severity !== null })
  return data?.findings.filter((finding) => finding.path === path) ?? none
}

function NotShown({ file: { kind, size, sha256, why } }: { file: TreeFile }) {
  const reason =
    kind === 'escrowed'
      ? 'an escrowed file: Cfx.re has encrypted it'
      : kind === 'binary'
        ? `a binary file of ${fileSizeText(size)}`
        : (why ?? 'its contents are not stored')
  return (
    <div className="pad-10-4 grid gap-4 muted text-center">
      <p>Not shown: {reason}.</p>
      <dl>
        <dt className="faint text-sm">SHA-256, first 16 bytes</dt>
        <dd className="break">
          <code>{sha256}</code>
        </dd>
      </dl>
    </div>
  )
}

/** An image, on a checkerboard that shows what is transparent. */
function ImageView({ versionId, file: { n, path } }: { versionId: number; file: TreeFile }) {
  const query = useQuery(imageQuery(versionId, n))
  const { data, isError } = query
  const showBlob = useCallback(
    (image: HTMLImageElement | null) => {
      if (!image || !data) return undefined
      image.src = URL.createObjectURL(data)
      return () => URL.revokeObjectURL(image.src)
    },
    [data],
  )
  const [size, setSize] = useState<string>()
  const [isBroken, setBroken] = useState(false)
  if (isError || isBroken)
    return (
      <FailedState
        heading="h3"
        title={isBroken ? 'Your browser cannot show this image' : 'Failed to load image'}
        query={isBroken ? undefined : query}
      />
    )
  if (!data)
    return (
      <div className={`${styles.image} grid items-center gap-3 pad-4`} aria-busy="true">
        <Skeleton shape="block" height={240} />
      </div>
    )
  return (
    <figure className={`${styles.image} grid items-center gap-3 pad-4`}>
      <img
        ref={showBlob}
        alt={nameOf(path)}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
          setSize(`${naturalWidth} × ${naturalHeight}`)
        }
        onError={() => setBroken(true)}
      />
      <figcaption className="faint text-sm numeric">{size}</figcaption>
    </figure>
  )
}

export function FolderPanel({ folder }: { folder: Folder }) {
  const { path, folders, files } = folder
  const urlVersion = useUrlVersion()
  const entries = [
    ...folders.map((child) => ({ ...child, size: undefined })),
    ...files.map((file) => ({ ...file, name: nameOf(file.path) })),
  ]
  return (
    <section className={`${styles.panel} min-0 framed round-lg fill-1`} aria-label="Folder">
      <div className={`${styles.head} row wrap gap-2-4 pad-2-4 line-below`}>
        <PathTrail path={path} />
      </div>
      <ul className="lined" aria-label="Contents">
        {entries.slice(0, rowsMax).map(({ path: child, name, size, severity }) => (
          <li key={child}>
            <FileLink
              href={filePath(urlVersion, child)}
              className="row gap-3 min-h-44 pad-0-4 muted hover-fill hover-vivid"
            >
              {size === undefined ? <FolderIcon /> : <File />}
              <bdi className="grow min-0 break">{name}</bdi>
              <SeverityMark severity={severity} />
              {size !== undefined && <span className="faint text-sm numeric">{fileSizeText(size)}</span>}
            </FileLink>
          </li>
        ))}
      </ul>
      {entries.length > rowsMax && <p className="pad-4 muted">And {entries.length - rowsMax} more.</p>}
    </section>
  )
}

function PathTrail({ path }: { path: string }) {
  const urlVersion = useUrlVersion()
  return (
    <h2 className={`${styles.trail} flex-260 flex wrap min-0 vivid break`}>
      {foldersAbove(path).map((folder) => (
        <Fragment key={folder}>
          <FileLink href={filePath(urlVersion, folder)} className="min-h-24">
            <bdi>{nameOf(folder)}</bdi>
          </FileLink>
          <span>/</span>
        </Fragment>
      ))}
      <bdi>{path === '' ? <FileLink href={filePath(urlVersion, '')}>All files</FileLink> : nameOf(path)}</bdi>
    </h2>
  )
}
