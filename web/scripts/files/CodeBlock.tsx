import { Fragment, memo } from 'react'

import type { ReportFinding } from '#contract/scripts/versions.ts'
import { severityTones } from '#web/scripts/versions/severities.ts'

import { visibleParts, type Token } from './code-lines.ts'
import styles from './CodeView.module.css'
import { FindingNote } from './FindingNote.tsx'

/** Lines that the browser lays out when they come near the screen. */
export const CodeBlock = memo(function CodeBlock({
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
              <code className={`${styles.text} grow vivid`}>
                {tokens.map((token, at) => (
                  <TokenText key={at} token={token} />
                ))}
                {'\n'}
              </code>
            </div>
            {here.map((finding, at) => (
              <FindingNote key={at} finding={finding} />
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
      <span key={index} className={`warning ${styles.invisible}`} title="An invisible character">
        {part.code}
      </span>
    ),
  )
  return style === undefined ? parts : <span data-style={style}>{parts}</span>
}
