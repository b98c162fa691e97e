import type { Case } from '#contract/moderation/cases.ts'
import { dateTimeText } from '#web/ui/date-time-text.ts'
import type { UrlVersion } from '#web/scripts/versions/version-paths.ts'

import { decisionTexts, evidenceLink } from './cases.texts.ts'
import styles from './Cases.module.css'

/** The text of the opener, with the evidence. */
export function CaseText({
  opened: { kind, text, evidence, script, version },
}: {
  opened: Pick<Case, 'kind' | 'text' | 'evidence' | 'script'> & {
    version: { id: number; isCurrent: boolean } | null
  }
}) {
  const evidenceVersion: UrlVersion | undefined = script
    ? { scriptId: script.id, v: version && !version.isCurrent ? version.id : undefined }
    : undefined
  if (text === '' && evidence.length === 0) return null
  return (
    <div className={`${styles.opening} grid gap-2 pad-4 round-md fill-2`} data-kind={kind}>
      {text !== '' && <p className={`${styles.text} break pre-line`}>{text}</p>}
      {evidence.length > 0 && (
        <>
          <p className="faint text-sm">Evidence</p>
          <ul className="break bullets" aria-label="Evidence">
            {evidence.map((evidenceItem, index) => {
              const link = evidenceLink(evidenceItem, evidenceVersion)
              return (
                <li key={index}>
                  {link.href === undefined ? (
                    <bdi>{link.text}</bdi>
                  ) : (
                    <a
                      href={link.href}
                      className="text-link"
                      {...(link.isOutside && { target: '_blank', rel: 'noopener noreferrer nofollow ugc' })}
                    >
                      <bdi>{link.text}</bdi>
                    </a>
                  )}
                </li>
              )
            })}
          </ul>
        </>
      )}
    </div>
  )
}

/** The decision and its response; nothing while the case is open. */
export function CaseResult({ decided: { decision, response, decidedAt } }: { decided: Case }) {
  if (!decision) return null
  return (
    <section className="grid gap-2 pad-5 round-lg framed-brand" aria-label="Decision">
      <h2 className="text-h3">{decisionTexts[decision]}</h2>
      {decidedAt && (
        <p className="faint text-sm">
          Decided on <time dateTime={decidedAt}>{dateTimeText(decidedAt)}</time>
        </p>
      )}
      {response && <p className={`${styles.text} break pre-line`}>{response}</p>}
    </section>
  )
}
