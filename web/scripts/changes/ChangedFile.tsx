import { useRouter } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight, List, SearchX } from 'lucide-react'
import { useLayoutEffect, useRef, type KeyboardEvent, type ReactNode, Suspense } from 'react'

import type { ChangedFile as File } from '#contract/scripts/changes.ts'
import type { VersionSummary } from '#contract/scripts/versions.ts'
import { fullNumber } from '#web/app/short-number.ts'
import { FileLink } from '#web/scripts/files/FileLink.tsx'
import { filePath } from '#web/scripts/versions/version-paths.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { focusMain } from '#web/ui/focus-main.ts'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'

import styles from './ChangedFile.module.css'
import { ComparisonNote, LoadingText } from './comparison-notes.tsx'
import { neighboursOf, sizeText, type Compared } from './changed-files.ts'
import { changesHref } from './changes-search.ts'

/** The id of the heading that takes the focus of the link that opened it. */
export const openedFileId = 'changed-file'

const changeTexts = { changed: 'Changed', added: 'Added', removed: 'Removed', moved: 'Moved' }

/** One file of the list, between links to the one before and the one after it. */
export function ChangedFile({ scriptId, changes: { files }, from, to, path }: Compared & { path: string }) {
  const router = useRouter()
  const panel = useRef<HTMLElement>(null)
  useFocusAndScroll(panel, path)
  const { file, position, previous, next } = neighboursOf(files, path)
  const pair = { from: from.id, to: to.id }
  const hrefOf = (other: File) => changesHref(scriptId, { ...pair, file: other.path })
  function openNeighbour(event: KeyboardEvent) {
    const target = event.key === 'n' ? next : event.key === 'p' ? previous : undefined
    if (!target || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    void router.navigate({ href: hrefOf(target), resetScroll: false, viewTransition: false })
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- shortcuts of the links in it
    <section
      ref={panel}
      className={`${styles.panel} min-0 framed round-lg fill-1`}
      aria-labelledby={openedFileId}
      onKeyDown={openNeighbour}
    >
      <div className={`row wrap gap-2-3 pad-2-3 line-below fill-1 sticky ${styles.bar} front`}>
        <FileLink
          href={changesHref(scriptId, pair)}
          resetScroll
          className={buttonClass({ size: 'sm', variant: 'ghost' })}
        >
          <List />
          All changes
        </FileLink>
        {file && (
          <p className="faint text-sm numeric">
            File {fullNumber(position)} of {fullNumber(files.length)}
          </p>
        )}
        <nav className={`${styles.steps} flex gap-2 push`} aria-label="Changed files">
          <Step file={previous} hrefOf={hrefOf} shortcut="p" name="Previous">
            <ChevronLeft />
          </Step>
          <Step file={next} hrefOf={hrefOf} shortcut="n" name="Next">
            <ChevronRight />
          </Step>
        </nav>
      </div>
      <div className="stack gap-1 pad-3-4">
        <h3 id={openedFileId} className="sans strong text-base leading vivid break" tabIndex={-1}>
          <bdi>{path}</bdi>
        </h3>
        {file && (
          <p className="faint text-sm numeric break">
            {changeTexts[file.change]}
            {file.from !== null && (
              <>
                {' '}
                from <bdi>{file.from}</bdi>
              </>
            )}{' '}
            · {sizeText(file)}
            {file.change !== 'added' && (
              <WholeFile scriptId={scriptId} version={from} path={file.from ?? path} />
            )}
            {file.change !== 'removed' && <WholeFile scriptId={scriptId} version={to} path={path} />}
          </p>
        )}
      </div>
      {file ? (
        <FileComparison key={path} file={file} from={from} to={to} />
      ) : (
        <EmptyState
          icon={<SearchX />}
          heading="h3"
          title="No change"
          text="This file is the same in both versions, or is in neither of them."
        />
      )}
    </section>
  )
}

function WholeFile({
  scriptId,
  version: { id, number },
  path,
}: {
  scriptId: number
  version: VersionSummary
  path: string
}) {
  return (
    <>
      {' · '}
      <a href={filePath({ scriptId, v: id }, path)} className="text-link">
        File in <bdi>{number}</bdi>
      </a>
    </>
  )
}

/** Stays in its place at both ends of the list, so that the other one does not move. */
function Step({
  file,
  hrefOf,
  shortcut,
  name,
  children,
}: {
  file: File | undefined
  hrefOf: (file: File) => string
  shortcut: string
  name: string
  children: ReactNode
}) {
  const className = buttonClass({ size: 'sm' })
  if (!file)
    return (
      <span className={className} aria-disabled="true">
        {children}
        {name}
      </span>
    )
  return (
    <FileLink
      href={hrefOf(file)}
      className={className}
      aria-keyshortcuts={shortcut}
      title={`${name} file: press ${shortcut}`}
    >
      {children}
      {name}
    </FileLink>
  )
}

function useFocusAndScroll(panel: { current: HTMLElement | null }, path: string) {
  const displayedPath = useRef(path)
  useLayoutEffect(() => {
    const element = panel.current
    return () => {
      if (element?.contains(document.activeElement)) queueMicrotask(focusMain)
    }
  }, [panel])
  useLayoutEffect(() => {
    if (displayedPath.current === path) return
    displayedPath.current = path
    const element = panel.current
    // The link is gone at an end of the list.
    if (document.activeElement === document.body)
      element?.querySelector<HTMLElement>(`#${openedFileId}`)?.focus({ preventScroll: true })
    if (element && element.getBoundingClientRect().top < 0) element.scrollIntoView()
  }, [panel, path])
}

// With the library that compares two texts.
const TextComparison = lazyPart(() => import('./TextComparison.tsx'), 'TextComparison')

/** The changes of a file. Texts are compared in the browser only. */
function FileComparison({ file, from, to }: { file: File } & Pick<Compared, 'from' | 'to'>): ReactNode {
  const { change, isText, n, nBefore } = file
  const isHydrated = useHydrated()
  if (change === 'moved') return <ComparisonNote>The content is the same.</ComparisonNote>
  if (!isText)
    return <ComparisonNote>This is not a text file, so its content cannot be compared.</ComparisonNote>
  const hasBefore = change !== 'added'
  const hasAfter = change !== 'removed'
  if ((hasBefore && nBefore === null) || (hasAfter && n === null))
    return <ComparisonNote>The content is not stored, so it cannot be compared.</ComparisonNote>
  if (!isHydrated) return <LoadingText />
  return (
    <Suspense fallback={<LoadingText />}>
      <TextComparison
        change={change}
        before={hasBefore && nBefore !== null ? { version: from, n: nBefore } : undefined}
        after={hasAfter && n !== null ? { version: to, n } : undefined}
      />
    </Suspense>
  )
}
