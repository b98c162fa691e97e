import { useQuery } from '@tanstack/react-query'
import { useMemo, type ReactNode, memo, useState, useSyncExternalStore } from 'react'

import type { ChangedFile } from '#contract/scripts/changes.ts'
import type { VersionSummary } from '#contract/scripts/versions.ts'
import { visibleParts } from '#web/scripts/files/code-lines.ts'
import { textQuery } from '#web/scripts/files/files.data.ts'
import { counted } from '#web/scripts/versions/analysis-texts.ts'
import { FailedState } from '#web/ui/FailedState.tsx'

import { ComparisonNote, LoadingText } from './comparison-notes.tsx'
import styles from './DiffView.module.css'
import { compareTexts, differenceOf, foldLines, pairLines, type Line, type Row } from './compare-texts.ts'

type Place = { version: VersionSummary; n: number }
const nothing = { text: '', isCut: false }

/** The texts of a file in both versions, compared in the browser. */
export function TextComparison({
  change,
  before: old,
  after: now,
}: {
  change: ChangedFile['change']
  before: Place | undefined
  after: Place | undefined
}): ReactNode {
  const former = useQuery({ ...textQuery(old?.version.id ?? 0, old?.n ?? 0), enabled: old !== undefined })
  const later = useQuery({ ...textQuery(now?.version.id ?? 0, now?.n ?? 0), enabled: now !== undefined })
  const before = old ? former.data : nothing
  const after = now ? later.data : nothing
  const isTooLong = before?.isCut || after?.isCut
  const lines = useMemo(
    () => (before && after && !isTooLong ? compareTexts(before.text, after.text) : undefined),
    [before, after, isTooLong],
  )
  if (former.isError || later.isError)
    return (
      <FailedState
        heading="h3"
        title="Failed to load file"
        query={{
          refetch: () => [former, later].map((text) => text.isError && text.refetch()),
          isFetching: former.isFetching || later.isFetching,
        }}
      />
    )
  if (!before || !after) return <LoadingText />
  if (isTooLong)
    return (
      <ComparisonNote>
        Too long to be compared here: more than 1 MB, 20,000 lines, or 10,000 characters in a line.
      </ComparisonNote>
    )
  if (!lines) return <ComparisonNote>The texts differ too much to compare them here.</ComparisonNote>
  if (lines.length === 0) return <ComparisonNote>This file is empty.</ComparisonNote>
  if (change === 'changed' && lines.every((line) => line.change === 'same'))
    return <ComparisonNote>Only line endings, the encoding or a hidden secret changed.</ComparisonNote>
  return <DiffView lines={lines} />
}

const blockSize = 200
const wideQuery = '(min-width: 1024px)'

/** Both texts beside each other, on a narrow screen below each other. */
function DiffView({ lines }: { lines: readonly Line[] }) {
  const isWide = useIsWide()
  // A text that is in one version only needs the whole width.
  const isBeside =
    isWide && lines.some(({ before }) => before !== null) && lines.some(({ after }) => after !== null)
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(new Set())
  const parts = useMemo(() => foldLines(lines), [lines])
  const [added, removed] = [countOf(lines, 'added'), countOf(lines, 'removed')]
  return (
    <div className={`line-above ${styles.diff}`} data-wide={isBeside || undefined}>
      <p className={`${styles.summary} pad-2-4 faint`}>
        {counted(added, 'line')} added, {counted(removed, 'line')} removed
      </p>
      {parts.map((part, index) =>
        part.isFolded && !unfolded.has(index) ? (
          <button
            key={index}
            type="button"
            className={`full fill-2 muted pointer block focus-inside ${styles.fold} text-left`}
            onClick={() => setUnfolded(new Set([...unfolded, index]))}
          >
            Show {counted(part.lines.length, 'unchanged line')}
          </button>
        ) : (
          <Blocks key={index} lines={part.lines} isBeside={isBeside} />
        ),
      )}
    </div>
  )
}

function countOf(lines: readonly Line[], change: Line['change']): number {
  return lines.reduce((count, line) => count + (line.change === change ? 1 : 0), 0)
}

function useIsWide(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(wideQuery).matches,
    () => true,
  )
}

function subscribe(notify: () => void): () => void {
  const media = matchMedia(wideQuery)
  media.addEventListener('change', notify)
  return () => media.removeEventListener('change', notify)
}

/** Blocks that the browser lays out when they come near the screen. */
const Blocks = memo(function Blocks({ lines, isBeside }: { lines: readonly Line[]; isBeside: boolean }) {
  const rows = useMemo(() => pairLines(lines), [lines])
  const marks = useMemo(() => marksOf(rows), [rows])
  const cells = isBeside
    ? rows.map(({ before, after }) => [
        { line: before, number: before?.before },
        { line: after, number: after?.after },
      ])
    : lines.map((line) => [{ line, number: line.after ?? line.before }])
  const starts = Array.from({ length: Math.ceil(cells.length / blockSize) }, (_, index) => index * blockSize)
  return starts.map((start) => (
    <div
      key={start}
      className={styles.block}
      style={{ '--lines': Math.min(blockSize, cells.length - start) }}
    >
      {cells.slice(start, start + blockSize).map((row, index) => (
        <div key={index} className={`${styles.row} stack`}>
          {row.map((cell, side) => (
            <Cell key={side} {...cell} marks={marks} />
          ))}
        </div>
      ))}
    </div>
  ))
})

type Marks = ReadonlyMap<Line, [number, number]>

/** The differences between a removed line and the added one beside it. */
function marksOf(rows: readonly Row[]): Marks {
  const marks = new Map<Line, [number, number]>()
  for (const { before, after } of rows) {
    if (!before || !after || before === after) continue
    const difference = differenceOf(before.text, after.text)
    if (!difference) continue
    marks.set(before, difference.before)
    marks.set(after, difference.after)
  }
  return marks
}

const signs = { same: ' ', added: '+', removed: '−' }

function Cell({
  line,
  number,
  marks,
}: {
  line: Line | undefined
  number: number | null | undefined
  marks: Marks
}) {
  if (!line) return <div className="fill-2" />
  const { change, text } = line
  const Text = change === 'added' ? 'ins' : change === 'removed' ? 'del' : 'span'
  return (
    <div className={`${styles.cell} flex min-0`} data-change={change}>
      <span className={`${styles.number} rigid faint text-right`} data-line={number ?? ''} />
      <span className={`${styles.sign} rigid muted`} data-sign={signs[change]} />
      <code className={`grow min-0 vivid break pre-wrap ${styles.text} isolate`}>
        <Text>
          <MarkedText text={text} mark={marks.get(line)} />
        </Text>
        {'\n'}
      </code>
    </div>
  )
}

function MarkedText({ text, mark }: { text: string; mark: [number, number] | undefined }) {
  if (!mark || mark[0] === mark[1]) return <VisibleText text={text} />
  return (
    <>
      <VisibleText text={text.slice(0, mark[0])} />
      <mark className={styles.mark}>
        <VisibleText text={text.slice(mark[0], mark[1])} />
      </mark>
      <VisibleText text={text.slice(mark[1])} />
    </>
  )
}

function VisibleText({ text }: { text: string }) {
  return visibleParts(text).map((part, index) =>
    part.code === undefined ? (
      part.text
    ) : (
      <span key={index} className="warning invisible" title="An invisible character">
        {part.code}
      </span>
    ),
  )
}
