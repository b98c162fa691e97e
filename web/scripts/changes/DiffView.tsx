import { memo, useMemo, useState, useSyncExternalStore } from 'react'

import { visibleParts } from '#web/scripts/files/code-lines.ts'
import { counted } from '#web/scripts/versions/analysis-texts.ts'

import { differenceOf, foldLines, pairLines, type Line, type Row } from './compare-texts.ts'
import styles from './DiffView.module.css'

const blockSize = 200
const wideQuery = '(min-width: 1024px)'

/** Both texts beside each other, on a narrow screen below each other. */
export function DiffView({ lines }: { lines: readonly Line[] }) {
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
  if (isBeside)
    return blockStarts(rows.length).map((start) => (
      <div
        key={start}
        className={styles.block}
        style={{ '--lines': Math.min(blockSize, rows.length - start) }}
      >
        {rows.slice(start, start + blockSize).map(({ before, after }, index) => (
          <div key={index} className={`${styles.row} stack`}>
            <Cell line={before} number={before?.before} marks={marks} />
            <Cell line={after} number={after?.after} marks={marks} />
          </div>
        ))}
      </div>
    ))
  return blockStarts(lines.length).map((start) => (
    <div
      key={start}
      className={styles.block}
      style={{ '--lines': Math.min(blockSize, lines.length - start) }}
    >
      {lines.slice(start, start + blockSize).map((line, index) => (
        <div key={index} className={`${styles.row} stack`}>
          <Cell line={line} number={line.after ?? line.before} marks={marks} />
        </div>
      ))}
    </div>
  ))
})

function blockStarts(length: number): number[] {
  return Array.from({ length: Math.ceil(length / blockSize) }, (_, index) => index * blockSize)
}

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
