import { useRouter } from '@tanstack/react-router'
import {
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  Fragment,
  memo,
} from 'react'
import type { ReportFinding } from '#contract/scripts/versions.ts'
import { type Token, visibleParts } from './code-lines.ts'
import styles from './CodeView.module.css'
import { createRange, rangeHash, type LineRange } from './line-range.ts'
import { severityTones } from '#web/scripts/versions/severities.ts'
import { FindingNote } from './FindingNote.tsx'

const blockSize = 200
const noFindings: readonly ReportFinding[] = []

/** Lines whose numbers are links. One of them is a stop of the Tab key, arrow keys move between them. */
export function CodeView({
  url,
  lines,
  findings,
  range,
  isWrapped,
}: {
  url: string
  lines: readonly Token[][]
  findings: readonly ReportFinding[]
  range: LineRange | undefined
  isWrapped: boolean
}) {
  const router = useRouter()
  const code = useRef<HTMLDivElement>(null)
  const [tabLine, setTabLine] = useState(range?.from ?? 1)
  const chosen = useRef<string>(undefined)
  const blocks = useMemo(
    () =>
      Array.from({ length: Math.ceil(lines.length / blockSize) }, (_, index) => {
        const start = index * blockSize + 1
        const inBlock = findings.filter(
          ({ line }) => line !== null && line >= start && line < start + blockSize,
        )
        return {
          start,
          lines: lines.slice(start - 1, start - 1 + blockSize),
          findings: inBlock.length === 0 ? noFindings : inBlock,
        }
      }),
    [lines, findings],
  )
  const hash = range && rangeHash(range)
  const from = range?.from
  useLayoutEffect(() => {
    // A line that was clicked is already on the screen.
    if (hash !== chosen.current && from !== undefined)
      lineElement(code.current, from)?.scrollIntoView({ block: 'center' })
  }, [hash, from])

  function chooseLine(event: MouseEvent) {
    const line = lineOf(event.target)
    if (line === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    const next = rangeHash(createRange(event.shiftKey && range ? anchorOf(range, line) : line, line))
    chosen.current = next
    setTabLine(line)
    void router.navigate({
      href: `${url}#${next}`,
      replace: true,
      resetScroll: false,
      hashScrollIntoView: false,
    })
  }
  function moveFocus(event: KeyboardEvent) {
    const line = lineOf(event.target)
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (line === undefined || step === 0) return
    event.preventDefault()
    const next = Math.min(Math.max(line + step, 1), lines.length)
    setTabLine(next)
    lineElement(code.current, next)?.querySelector('a')?.focus()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- for the links in it
    <div
      ref={code}
      className={`scroll-x ${styles.code}`}
      data-wrap={isWrapped || undefined}
      style={{ '--digits': String(lines.length).length }}
      onClick={chooseLine}
      onKeyDown={moveFocus}
    >
      {blocks.map((block) => {
        const end = block.start + block.lines.length - 1
        const isSelected = range && range.from <= end && range.to >= block.start
        return (
          <CodeBlock
            key={block.start}
            {...block}
            from={isSelected ? range.from : 0}
            to={isSelected ? range.to : 0}
            tabLine={tabLine >= block.start && tabLine <= end ? tabLine : 0}
          />
        )
      })}
    </div>
  )
}

function lineElement(code: HTMLElement | null, line: number): HTMLElement | null | undefined {
  return code?.querySelector<HTMLElement>(`#L${line}`)
}

/** The end of the range that stays. */
function anchorOf({ from, to }: LineRange, line: number): number {
  return line < from ? to : from
}

function lineOf(target: EventTarget): number | undefined {
  const number = target instanceof HTMLElement ? target.dataset['line'] : undefined
  return number === undefined ? undefined : Number(number)
}

/** Lines that the browser lays out when they come near the screen. */
const CodeBlock = memo(function CodeBlock({
  start,
  lines,
  findings,
  from,
  to,
  tabLine,
}: {
  start: number
  lines: readonly Token[][]
  findings: readonly ReportFinding[]
  /** The selected lines. */
  from: number
  to: number
  tabLine: number
}) {
  return (
    <div className={styles.block} style={{ '--lines': lines.length }}>
      {lines.map((tokens, index) => {
        const line = start + index
        const here = findings.filter((finding) => finding.line === line)
        return (
          <Fragment key={line}>
            <div
              id={`L${line}`}
              className={`flex ${styles.line}`}
              data-selected={(line >= from && line <= to) || undefined}
              data-tone={here[0] && severityTones[here[0].severity]}
            >
              <a
                href={`#L${line}`}
                className={`rigid fill-1 faint text-right sticky hover-vivid focus-inside ${styles.number}`}
                data-line={line}
                aria-label={`Line ${line}`}
                tabIndex={line === tabLine ? 0 : -1}
              />
              <code className={`${styles.text} isolate grow vivid`}>
                {tokens.map((token, position) => (
                  <TokenText key={position} token={token} />
                ))}
                {'\n'}
              </code>
            </div>
            {here.map((finding, position) => (
              <FindingNote key={position} finding={finding} />
            ))}
          </Fragment>
        )
      })}
    </div>
  )
})

function TokenText({ token: [style, text] }: { token: Token }) {
  const parts = visibleParts(text).map((part, index) =>
    part.code === undefined ? (
      part.text
    ) : (
      <span key={index} className="warning invisible" title="An invisible character">
        {part.code}
      </span>
    ),
  )
  return style === undefined ? parts : <span data-style={style}>{parts}</span>
}
